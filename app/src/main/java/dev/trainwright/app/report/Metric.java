package dev.trainwright.app.report;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a row, declared once for text and JSON.
 *
 * @param key its name in JSON, in camel case and with the unit where it has one: {@code iterationSeconds}
 * @param label its name for people
 * @param value a number, text, boolean or null (unknown, or does not apply)
 * @param show how the value reads
 * @param <T> the row
 */
public record Metric<T>(
        String key, String label, Function<T, ? extends @Nullable Object> value, Function<Object, String> show) {
    private static final String NONE = "-";

    /** A measured or calculated quantity, in the base unit of {@code dimension}. */
    public static <T> Metric<T> of(
            String key, String label, Dimension dimension, Function<T, ? extends @Nullable Number> value) {
        return number(key, label, v -> Prints.full(dimension, v), value);
    }

    /** A number that is printed its own way. */
    public static <T> Metric<T> number(
            String key, String label, DoubleFunction<String> show, Function<T, ? extends @Nullable Number> value) {
        return new Metric<>(key, label, value, v -> show.apply(((Number) v).doubleValue()));
    }

    /** A number of hours; JSON has hours too. */
    public static <T> Metric<T> hours(String key, String label, Function<T, ? extends @Nullable Number> value) {
        return number(key, label, v -> Prints.full(Dimension.FACTOR, v) + " h", value);
    }

    /** Words. */
    public static <T> Metric<T> text(String key, String label, Function<T, @Nullable String> value) {
        return new Metric<>(key, label, value, Object::toString);
    }

    /** Yes or no. */
    public static <T> Metric<T> flag(String key, String label, Function<T, @Nullable Boolean> value) {
        return new Metric<>(key, label, value, v -> (Boolean) v ? "yes" : "no");
    }

    @Nullable
    Object raw(T row) {
        return value.apply(row);
    }

    String shown(T row) {
        Object raw = raw(row);
        return raw == null ? NONE : show.apply(raw);
    }

    boolean numeric(T row) {
        return raw(row) instanceof Number;
    }
}
