package dev.trainwright.quantity;

import java.math.BigDecimal;

/** The outcome of reading a quantity. */
public sealed interface Parsed {

    /**
     * A quantity that was understood.
     *
     * @param exact the value in the dimension's base unit, not rounded
     */
    record Value(BigDecimal exact) implements Parsed {

        /** The nearest double; finite by construction. */
        public double asDouble() {
            return exact.doubleValue();
        }
    }

    /**
     * A text that is not an acceptable quantity.
     *
     * @param why what is wrong and what is accepted, with an example
     */
    record Refused(String why) implements Parsed {}
}
