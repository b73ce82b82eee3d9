package dev.trainwright.spine;

import java.util.Locale;

/** Preconditions that this package's functions share. */
final class Require {
    private static final double LARGEST_TARGET = 1e12;

    private Require() {}

    static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw refused(name, "positive and finite", value);
        }
    }

    static void notNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw refused(name, "zero or more, and finite", value);
        }
    }

    static void atLeast(String name, long least, long value) {
        if (value < least) {
            throw new IllegalArgumentException("%s must be %d or more, not %d".formatted(name, least, value));
        }
    }

    static void atMost(String name, long most, long value) {
        if (value > most) {
            throw new IllegalArgumentException("%s must be %d or less, not %d".formatted(name, most, value));
        }
    }

    static void target(double speedup) {
        if (!(speedup > 0 && speedup <= LARGEST_TARGET)) {
            throw refused("the target speedup", "above 0 and at most " + LARGEST_TARGET, speedup);
        }
    }

    static void share(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw refused(name, "between 0 and 1", value);
        }
    }

    private static IllegalArgumentException refused(String name, String accepted, double value) {
        return new IllegalArgumentException(String.format(Locale.ROOT, "%s must be %s, not %s", name, accepted, value));
    }
}
