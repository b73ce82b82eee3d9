package dev.trainwright.forecast;

import dev.trainwright.forecast.Step.Operand;
import dev.trainwright.quantity.Dimension;
import java.util.ArrayList;
import java.util.List;

/** Collects the steps of one part of an explanation. */
final class Steps {
    private final List<Step> steps = new ArrayList<>();

    static Operand operand(String symbol, double value, Dimension dimension, String meaning) {
        return new Operand(symbol, value, dimension, meaning);
    }

    static Operand count(String symbol, double value, String meaning) {
        return operand(symbol, value, Dimension.COUNT, meaning);
    }

    static Operand seconds(String symbol, double value, String meaning) {
        return operand(symbol, value, Dimension.SECONDS, meaning);
    }

    static Operand bytes(String symbol, double value, String meaning) {
        return operand(symbol, value, Dimension.BYTES, meaning);
    }

    static Operand ratio(String symbol, double value, String meaning) {
        return operand(symbol, value, Dimension.RATIO, meaning);
    }

    /** Adds a step that finds {@code value}. */
    void add(
            String key,
            String what,
            String formula,
            double value,
            Dimension dimension,
            String source,
            String why,
            Operand... operands) {
        steps.add(new Step(key, what, formula, List.of(operands), value, dimension, source, why));
    }

    List<Step> all() {
        return List.copyOf(steps);
    }
}
