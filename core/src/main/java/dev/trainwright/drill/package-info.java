/**
 * The nine cells that the project grew from, one for each kind of number that distributed training meets: as data, with
 * results computed from their givens, a verification by another way, and where the simple answer stops.
 */
@NullMarked
package dev.trainwright.drill;

import org.jspecify.annotations.NullMarked;
