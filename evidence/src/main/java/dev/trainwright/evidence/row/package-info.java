/** Rows of published measurements as their files give them, what was measured kept apart from what was run. */
@NullMarked
package dev.trainwright.evidence.row;

import org.jspecify.annotations.NullMarked;
