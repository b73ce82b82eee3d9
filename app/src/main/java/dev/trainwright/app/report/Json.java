package dev.trainwright.app.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes values into JSON objects. */
final class Json {
    private Json() {}

    static void put(ObjectNode object, String key, @Nullable Object value) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            throw new IllegalStateException(key + " is " + number);
        }
        object.putPOJO(key, value);
    }

    static <T> void putAll(ObjectNode object, T row, List<Metric<T>> metrics) {
        metrics.forEach(metric -> put(object, metric.key(), metric.raw(row)));
    }
}
