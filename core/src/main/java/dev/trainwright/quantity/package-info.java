/**
 * Quantities at the edges: text with a unit to an SI double and back, exact counts, digits that add up.
 *
 * <p>Inside the program every quantity is a plain number with its unit in the name. GB is 10<sup>9</sup> bytes, GiB is
 * 2<sup>30</sup> bytes, Gb is 10<sup>9</sup> bits.
 */
@NullMarked
package dev.trainwright.quantity;

import org.jspecify.annotations.NullMarked;
