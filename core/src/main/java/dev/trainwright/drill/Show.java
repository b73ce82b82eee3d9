package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Step;

/** Shorthand of the cells: numbers in formulas, and steps by what they measure. */
final class Show {
    private Show() {}

    static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }

    static String factor(double factor) {
        return Prints.full(Dimension.FACTOR, factor);
    }

    static String bytes(double bytes) {
        return Prints.full(Dimension.BYTES, bytes);
    }

    static Step seconds(String what, String formula, double value, String why) {
        return new Step(what, formula, value, Dimension.SECONDS, why);
    }

    static Step factor(String what, String formula, double value, String why) {
        return new Step(what, formula, value, Dimension.FACTOR, why);
    }

    static Step ratio(String what, String formula, double value, String why) {
        return new Step(what, formula, value, Dimension.RATIO, why);
    }

    static Step count(String what, String formula, double value, String why) {
        return new Step(what, formula, value, Dimension.COUNT, why);
    }

    static Step bytes(String what, String formula, double value, String why) {
        return new Step(what, formula, value, Dimension.BYTES, why);
    }
}
