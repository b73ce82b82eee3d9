/** The report of a search. */
@NullMarked
package dev.trainwright.app.plan;

import org.jspecify.annotations.NullMarked;
