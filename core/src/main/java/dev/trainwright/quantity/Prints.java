package dev.trainwright.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints SI doubles for people, in the unit that suits the size: {@link #print} with three significant digits for what
 * is estimated, {@link #full} with more for what is calculated from given figures.
 */
public final class Prints {

    private static final Rounding THREE_DIGITS = value -> significant(new BigDecimal(value), 3);
    private static final Rounding FULL = Prints::exactIfShort;
    private static final int SHORT = 6;

    /** What rounding of doubles leaves of nothing. */
    private static final double NOTHING = 1e-12;

    /** A double holds fifteen decimal digits; arithmetic on it spoils the last few. */
    private static final MathContext SOUND_DIGITS = new MathContext(14, RoundingMode.HALF_UP);

    @FunctionalInterface
    private interface Rounding {
        BigDecimal apply(double value);
    }

    /** A unit and the smallest value, in base units, that is printed in it. */
    private record Rung(String symbol, double factor, double from) {
        Rung(String symbol, double factor) {
            this(symbol, factor, factor);
        }
    }

    private static final List<Rung> SECONDS = List.of(
            new Rung("ns", 1e-9, 0),
            new Rung("us", 1e-6),
            new Rung("ms", 1e-3),
            new Rung("s", 1),
            new Rung("min", 60, 120),
            new Rung("h", 3600, 7200),
            new Rung("d", 86400, 3 * 86400.0));

    private Prints() {}

    /**
     * Prints a value, for instance {@code 400 ms}, {@code 82.4 GiB}, {@code 5,762 tokens/s}. Memory is printed in
     * powers of 1024, bandwidth in bytes per second and powers of 1000.
     *
     * @param value in the base unit of {@code dimension}, finite
     */
    public static String print(Dimension dimension, double value) {
        return print(dimension, value, THREE_DIGITS);
    }

    /**
     * Prints like {@link #print}, but in full where the number has at most six digits ({@code 146.25 ms},
     * {@code 14,000}) and else with four ({@code 2.667}); data sizes in powers of 1000.
     */
    public static String full(Dimension dimension, double value) {
        return dimension == Dimension.BYTES
                ? onLadder(List.of("B", "kB", "MB", "GB", "TB", "PB"), 1000, value, FULL)
                : print(dimension, value, FULL);
    }

    private static String print(Dimension dimension, double value, Rounding rounding) {
        requireFinite(value);
        return switch (dimension) {
            case BYTES -> onLadder(List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB"), 1024, value, rounding);
            case SECONDS -> onLadder(SECONDS, value, rounding);
            case BYTES_PER_SECOND ->
                onLadder(List.of("B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"), 1000, value, rounding);
            case FLOP_PER_SECOND ->
                onLadder(
                        List.of("FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "EFLOP/s"),
                        1000,
                        value,
                        rounding);
            case COUNT -> counted(value, rounding);
            case SAMPLES_PER_SECOND -> number(value, rounding) + " samples/s";
            case TOKENS_PER_SECOND -> number(value, rounding) + " tokens/s";
            case WATTS -> onLadder(List.of("W", "kW", "MW", "GW"), 1000, value, rounding);
            case JOULES ->
                onLadder(
                        List.of(
                                new Rung("J", 1, 0),
                                new Rung("Wh", 3600),
                                new Rung("kWh", 3.6e6),
                                new Rung("MWh", 3.6e9)),
                        value,
                        rounding);
            case FACTOR -> number(value, rounding);
            case RATIO -> percent(value);
        };
    }

    /** With one decimal; what is neither nothing nor all is not rounded to it. */
    private static String percent(double value) {
        String shown = fixed(100 * value, 1);
        if (shown.equals("0.0") && value > NOTHING) {
            return "<0.1 %";
        }
        return (shown.equals("100.0") && value < 1 - NOTHING ? ">99.9" : shown) + " %";
    }

    /** Prints bytes in powers of 1000, for instance {@code 80 GB}. */
    public static String decimalBytes(double bytes) {
        requireFinite(bytes);
        return onLadder(List.of("B", "kB", "MB", "GB", "TB", "PB"), 1000, bytes, THREE_DIGITS);
    }

    /** Prints a large count shortly, for instance {@code 8.03B} or {@code 1.4T}; up to 9,999,999 in full. */
    public static String shortCount(double count) {
        requireFinite(count);
        return Math.abs(count) < 1e7
                ? number(count)
                : onLadder(List.of(new Rung("M", 1e6, 0), new Rung("B", 1e9), new Rung("T", 1e12)), count, THREE_DIGITS)
                        .replace(" ", "");
    }

    /** Prints three significant digits, whole above 1000 with thousands separated: {@code 2.67}, {@code 5,762}. */
    public static String number(double value) {
        return number(value, THREE_DIGITS);
    }

    /**
     * Prints a number like {@link #full}, with as many digits more as tell it from {@code other}: 7.999999 is not printed as the 8 that it does not reach. Equal numbers
     * print alike.
     */
    public static String apart(double value, double other) {
        String shown = full(Dimension.FACTOR, value);
        for (int more = SHORT;
                shown.equals(full(Dimension.FACTOR, other)) && more < SOUND_DIGITS.getPrecision();
                more++) {
            int digits = more;
            String precise =
                    number(value, v -> significant(new BigDecimal(v), digits).stripTrailingZeros());
            if (!precise.equals(
                    number(other, v -> significant(new BigDecimal(v), digits).stripTrailingZeros()))) {
                return precise;
            }
        }
        return shown;
    }

    private static String number(double value, Rounding rounding) {
        requireFinite(value);
        return plain(20).format(rounding.apply(value));
    }

    /** Prints with exactly {@code decimals} digits after the point, thousands separated. */
    public static String fixed(double value, int decimals) {
        requireFinite(value);
        DecimalFormat format = plain(decimals);
        format.setMinimumFractionDigits(decimals);
        return format.format(new BigDecimal(value));
    }

    /** Prints an amount of money to the cent, for instance {@code 5,576,000.00 USD}. */
    public static String money(double amount, String currency) {
        return fixed(amount, 2) + " " + currency;
    }

    private static String counted(double value, Rounding rounding) {
        return value == Math.rint(value) ? fixed(value, 0) : number(value, rounding);
    }

    private static String onLadder(List<String> symbols, double step, double value, Rounding rounding) {
        List<Rung> rungs = new ArrayList<>();
        double factor = 1;
        for (String symbol : symbols) {
            rungs.add(new Rung(symbol, factor));
            factor *= step;
        }
        return onLadder(rungs, value, rounding);
    }

    private static String onLadder(List<Rung> rungs, double value, Rounding rounding) {
        Rung rung = rungs.get(0);
        for (Rung next : rungs) {
            double shown = rounding.apply(value / rung.factor()).doubleValue() * rung.factor();
            if (Math.abs(shown) >= next.from()) {
                rung = next;
            }
        }
        if (value == 0 && rungs == SECONDS) {
            rung = new Rung("s", 1);
        }
        return number(value / rung.factor(), rounding) + " " + rung.symbol();
    }

    /** Significant digits, but never fewer than the whole part has. */
    private static BigDecimal significant(BigDecimal exact, int digits) {
        BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_UP));
        return rounded.abs().compareTo(BigDecimal.TEN.pow(digits)) < 0
                ? rounded
                : exact.setScale(0, RoundingMode.HALF_UP);
    }

    private static BigDecimal exactIfShort(double value) {
        BigDecimal sound = new BigDecimal(value).round(SOUND_DIGITS).stripTrailingZeros();
        return sound.precision() <= SHORT ? sound : significant(sound, 4);
    }

    private static DecimalFormat plain(int decimals) {
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(decimals);
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format;
    }

    private static void requireFinite(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a finite value: " + value);
        }
    }
}
