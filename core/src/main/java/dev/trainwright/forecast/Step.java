package dev.trainwright.forecast;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One step of an {@link Explanation}.
 *
 * @param key the figure of the forecast that this step finds, named as in docs/json.md; empty for a step on the way
 * @param what what is found
 * @param formula in symbols, each an operand's; what no formula can say (a sum over operations, a simulation) stands in words and has a colon
 * @param operands what the symbols stand for
 * @param value the result, in the base unit of {@code dimension}
 * @param dimension what the result measures
 * @param source where the formula comes from
 * @param why the reason for this step
 */
public record Step(
        String key,
        String what,
        String formula,
        List<Operand> operands,
        double value,
        Dimension dimension,
        String source,
        String why) {
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    public Step {
        operands = List.copyOf(operands);
    }

    /**
     * A symbol of the formula.
     *
     * @param symbol as the formula writes it
     * @param value in the base unit of {@code dimension}
     * @param dimension what it measures
     * @param meaning in words
     */
    public record Operand(String symbol, double value, Dimension dimension, String meaning) {
        /** The value as people write it. */
        public String shown() {
            return show(dimension, value);
        }
    }

    /** The formula with numbers and units in place of its symbols. */
    public String numbers() {
        return isClosed()
                ? SYMBOL.matcher(formula).replaceAll(match -> Matcher.quoteReplacement(number(match.group())))
                : formula;
    }

    /** Whether the formula and the operands alone give the value. */
    public boolean isClosed() {
        return !formula.contains(":");
    }

    /** What the symbols stand for, in words. */
    public String legend() {
        return operands.stream()
                .map(o -> o.symbol() + " = " + o.shown() + " " + o.meaning())
                .collect(Collectors.joining("; "));
    }

    /** The result as people write it. */
    public String shown() {
        return show(dimension, value);
    }

    private String number(String symbol) {
        return operands.stream()
                .filter(o -> o.symbol().equals(symbol))
                .map(Operand::shown)
                .findFirst()
                .orElse(symbol);
    }

    private static String show(Dimension dimension, double value) {
        return dimension == Dimension.COUNT ? Prints.shortCount(value) : Prints.print(dimension, value);
    }
}
