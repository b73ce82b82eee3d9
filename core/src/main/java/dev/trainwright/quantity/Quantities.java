package dev.trainwright.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads quantities such as {@code 16 GiB}, {@code 10 Gb/s} or {@code 1.4T}. Printing is in {@link Prints}. */
public final class Quantities {

    private static final int LONGEST = 64;
    private static final int LARGEST_EXPONENT = 300;
    /** In base units: beyond any device, job or price, and products of some stay finite. */
    private static final double LARGEST = 1e30;

    private static final double SMALLEST = 1 / LARGEST;
    private static final BigInteger LARGEST_COUNT = BigInteger.valueOf(Long.MAX_VALUE);
    private static final Pattern SHAPE =
            Pattern.compile("([+-]?)([0-9][0-9_]*(?:\\.[0-9][0-9_]*)?|\\.[0-9]+)(?:[eE]([+-]?[0-9]+))?\\s*(.*)");

    private Quantities() {}

    /**
     * Reads a quantity of 0 or from 10^-30 to 10^30 base units. A {@link Dimension#COUNT} must be a whole number that a long holds.
     *
     * @return the exact value in the base unit of {@code dimension}, or why the text is refused
     */
    public static Parsed parse(Dimension dimension, String text) {
        String trimmed = text.strip();
        if (trimmed.length() > LONGEST) {
            return refuse(dimension, "longer than " + LONGEST + " characters");
        }
        Matcher matcher = SHAPE.matcher(trimmed);
        if (!matcher.matches()) {
            return refuse(dimension, "not a number");
        }
        String spelling = matcher.group(4);
        Optional<Unit> unit = dimension.unit(spelling);
        if (unit.isEmpty()) {
            return refuse(dimension, unitProblem(dimension, spelling));
        }
        if (matcher.group(1).equals("-")) {
            return refuse(dimension, "negative");
        }
        Optional<BigDecimal> number = number(matcher.group(2), matcher.group(3));
        if (number.isEmpty()) {
            return refuse(dimension, "the number is out of range");
        }
        return bounded(dimension, number.get().multiply(unit.get().factor()));
    }

    /** What is accepted for {@code dimension}, in words, with an example. */
    public static String accepted(Dimension dimension) {
        if (dimension == Dimension.COUNT) {
            return "a whole number, plain or with M (10^6), B (10^9) or T (10^12), for instance 2048 or 1.4T";
        }
        if (dimension == Dimension.FACTOR) {
            return "a number, for instance 2.5 or 2.5x";
        }
        if (dimension == Dimension.RATIO) {
            return "a ratio or a percentage, for instance 0.3 or 30 %";
        }
        String units = dimension.units().stream().map(Unit::symbol).collect(Collectors.joining(", "));
        String noun = dimension.units().size() == 1 ? "the unit " : "one of the units ";
        return "a number with " + noun + units + ", for instance " + dimension.example();
    }

    /** A regular expression (ECMA 262, as JSON Schema wants it) of the accepted texts. */
    public static String pattern(Dimension dimension) {
        String units = dimension.units().stream()
                .flatMap(u -> Stream.concat(Stream.of(u.symbol()), u.aliases().stream()))
                .filter(s -> !s.isEmpty())
                .map(s -> s.replace("/", "\\/"))
                .collect(Collectors.joining("|"));
        return "^\\+?([0-9][0-9_]*(\\.[0-9][0-9_]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*(" + units + ")"
                + (dimension.plain() ? "?" : "") + "$";
    }

    private static Optional<BigDecimal> number(String digits, String exponent) {
        BigDecimal mantissa = new BigDecimal(digits.replace("_", ""));
        if (exponent == null) {
            return Optional.of(mantissa);
        }
        BigInteger power = new BigInteger(exponent);
        return power.abs().compareTo(BigInteger.valueOf(LARGEST_EXPONENT)) > 0
                ? Optional.empty()
                : Optional.of(mantissa.scaleByPowerOfTen(power.intValue()));
    }

    private static Parsed bounded(Dimension dimension, BigDecimal exact) {
        if (dimension == Dimension.COUNT) {
            BigDecimal stripped = exact.stripTrailingZeros();
            if (stripped.scale() > 0) {
                return refuse(dimension, "not a whole number");
            }
            if (stripped.toBigInteger().compareTo(LARGEST_COUNT) > 0) {
                return refuse(dimension, "larger than " + LARGEST_COUNT);
            }
        }
        double nearest = exact.doubleValue();
        if (nearest > LARGEST || (nearest < SMALLEST && exact.signum() != 0)) {
            return refuse(dimension, "the number is out of range");
        }
        return new Parsed.Value(exact);
    }

    private static String unitProblem(Dimension dimension, String spelling) {
        if (spelling.isEmpty()) {
            return "the unit is missing";
        }
        if (spelling.startsWith(",") || spelling.startsWith("_")) {
            return "digits are grouped with _ as in 1_000_000";
        }
        String unknown = "unknown unit " + spelling;
        return dimension
                .ambiguity(spelling)
                .map(hint -> "the unit " + spelling + " is ambiguous: " + hint)
                .or(() -> dimension.units().stream()
                        .map(Unit::symbol)
                        .filter(s -> s.toLowerCase(Locale.ROOT).equals(spelling.toLowerCase(Locale.ROOT)))
                        .findFirst()
                        .map(s -> unknown + " (did you mean " + s + "?)"))
                .orElse(unknown);
    }

    private static Parsed refuse(Dimension dimension, String what) {
        return new Parsed.Refused(what + "; expected " + accepted(dimension));
    }
}
