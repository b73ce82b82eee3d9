package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;

/**
 * A named number.
 *
 * @param key its name for programs, with the unit where it has one
 * @param label its name for people
 * @param value in the base unit of {@code dimension}
 */
public record Figure(String key, String label, double value, Dimension dimension) {

    static Figure seconds(String key, String label, double seconds) {
        return new Figure(key, label, seconds, Dimension.SECONDS);
    }

    static Figure count(String key, String label, double count) {
        return new Figure(key, label, count, Dimension.COUNT);
    }

    static Figure factor(String key, String label, double factor) {
        return new Figure(key, label, factor, Dimension.FACTOR);
    }

    static Figure ratio(String key, String label, double ratio) {
        return new Figure(key, label, ratio, Dimension.RATIO);
    }

    static Figure bytes(String key, String label, double bytes) {
        return new Figure(key, label, bytes, Dimension.BYTES);
    }

    /** The value as people write it. */
    public String shown() {
        return Prints.full(dimension, value);
    }
}
