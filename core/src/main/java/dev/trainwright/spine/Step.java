package dev.trainwright.spine;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;

/**
 * One step of a derivation.
 *
 * @param what what is found
 * @param formula the formula with its numbers, without the result
 * @param value the result, in the base unit of {@code dimension}
 * @param dimension what the result measures
 * @param why the reason for this step
 */
public record Step(String what, String formula, double value, Dimension dimension, String why) {

    /** The result as people write it. */
    public String shown() {
        return Prints.full(dimension, value);
    }
}
