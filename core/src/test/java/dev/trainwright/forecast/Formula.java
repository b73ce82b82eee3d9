package dev.trainwright.forecast;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates the formulas of steps: sums, products (x), quotients, brackets, max and sqrt over numbers and symbols. */
final class Formula {
    private static final Pattern TOKEN = Pattern.compile("\\s*([A-Za-z][A-Za-z0-9_]*|[0-9.]+|[-+/(),])");

    private final Matcher tokens;
    private final Map<String, Double> symbols;
    private String next = "";

    private Formula(String text, Map<String, Double> symbols) {
        this.tokens = TOKEN.matcher(text);
        this.symbols = symbols;
        advance();
    }

    static double value(String text, Map<String, Double> symbols) {
        var formula = new Formula(text, symbols);
        double value = formula.sum();
        if (!formula.next.isEmpty()) {
            throw new IllegalArgumentException(formula.next + " is not expected in " + text);
        }
        return value;
    }

    private void advance() {
        next = tokens.find() ? tokens.group(1) : "";
    }

    private boolean take(String token) {
        boolean taken = next.equals(token);
        if (taken) {
            advance();
        }
        return taken;
    }

    private double sum() {
        double value = product();
        while (true) {
            if (take("+")) {
                value += product();
            } else if (take("-")) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private double product() {
        double value = factor();
        while (true) {
            if (take("x")) {
                value *= factor();
            } else if (take("/")) {
                value /= factor();
            } else {
                return value;
            }
        }
    }

    private double factor() {
        String token = next;
        advance();
        if (token.equals("(")) {
            return closed(sum());
        }
        if (token.equals("sqrt")) {
            advance();
            return closed(Math.sqrt(sum()));
        }
        if (token.equals("max")) {
            advance();
            double left = sum();
            advance();
            return closed(Math.max(left, sum()));
        }
        Double symbol = symbols.get(token);
        return symbol != null ? symbol : Double.parseDouble(token);
    }

    private double closed(double value) {
        if (!take(")")) {
            throw new IllegalArgumentException("a bracket is not closed");
        }
        return value;
    }
}
