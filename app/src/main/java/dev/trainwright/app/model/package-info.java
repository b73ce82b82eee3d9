/** What {@code trainwright model} tells of a model. */
@NullMarked
package dev.trainwright.app.model;

import org.jspecify.annotations.NullMarked;
