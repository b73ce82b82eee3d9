package dev.trainwright.input;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** A tree as nested maps, lists, texts, numbers and booleans, for a JSON writer. */
final class Plain {

    private static final String ABSENT = "null";

    private Plain() {}

    static Object of(Node node) {
        if (node instanceof Node.Mapping mapping) {
            Map<String, Object> map = new LinkedHashMap<>();
            mapping.entries().forEach((key, entry) -> map.put(key, of(entry.value())));
            return map;
        }
        if (node instanceof Node.Sequence sequence) {
            return sequence.items().stream().map(Plain::of).toList();
        }
        Node.Scalar scalar = (Node.Scalar) node;
        return switch (scalar.type()) {
            case TEXT -> scalar.text();
            case NUMBER -> new BigDecimal(scalar.text());
            case BOOLEAN -> Boolean.valueOf(scalar.text());
            case NULL -> ABSENT;
        };
    }
}
