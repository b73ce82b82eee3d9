/** What {@code trainwright model} tells of a model, as text and as JSON. */
@NullMarked
package dev.trainwright.app.model;

import org.jspecify.annotations.NullMarked;
