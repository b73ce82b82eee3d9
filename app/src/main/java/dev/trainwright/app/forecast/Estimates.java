package dev.trainwright.app.forecast;

import dev.trainwright.app.report.Metric;
import dev.trainwright.forecast.Forecast.Interval;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Metrics of estimated figures: three digits for people, all of them in JSON. */
final class Estimates {
    private Estimates() {}

    static <T> Metric<T> of(
            String key, String label, Dimension dimension, Function<T, ? extends @Nullable Number> value) {
        return Metric.number(key, label, v -> Prints.print(dimension, v), value);
    }

    /** An interval, an object of {@code low} and {@code high} in JSON. */
    static <T> Metric<T> range(String key, String label, Dimension dimension, Function<T, @Nullable Interval> value) {
        return new Metric<>(key, label, value, v -> range(dimension, (Interval) v));
    }

    static String range(Dimension dimension, Interval interval) {
        return Prints.print(dimension, interval.low()) + " to " + Prints.print(dimension, interval.high());
    }

    static <T> Metric<T> hours(String key, String label, Function<T, ? extends @Nullable Number> value) {
        return Metric.number(key, label, hours -> Prints.print(Dimension.SECONDS, 3600 * hours), value);
    }
}
