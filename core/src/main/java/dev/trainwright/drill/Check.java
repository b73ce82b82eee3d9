package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;

/**
 * A result computed another way and held against the first.
 *
 * @param how the other way, in words with its numbers
 * @param relation how {@code value} must stand to {@code reference}
 * @param value what the other way gives
 * @param reference what it is held against
 */
public record Check(String how, Relation relation, double value, double reference, Dimension dimension) {
    /** Rounding of a handful of double operations. */
    private static final double ROUNDING = 1e-12;

    /** How a value stands to its reference. */
    public enum Relation {
        EQUAL("="),
        BELOW("<"),
        AT_LEAST(">=");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }
    }

    static Check equal(String how, double value, double reference, Dimension dimension) {
        return new Check(how, Relation.EQUAL, value, reference, dimension);
    }

    static Check below(String how, double value, double reference, Dimension dimension) {
        return new Check(how, Relation.BELOW, value, reference, dimension);
    }

    static Check atLeast(String how, double value, double reference, Dimension dimension) {
        return new Check(how, Relation.AT_LEAST, value, reference, dimension);
    }

    /** Whether both ways agree. */
    public boolean holds() {
        return switch (relation) {
            case EQUAL -> Math.abs(value - reference) <= ROUNDING * Math.max(Math.abs(value), Math.abs(reference));
            case BELOW -> value < reference;
            case AT_LEAST -> value >= reference;
        };
    }

    /** The comparison as people write it: {@code 66.7 % = 66.7 %}. */
    public String shown() {
        return Prints.full(dimension, value) + " " + relation.sign + " " + Prints.full(dimension, reference);
    }
}
