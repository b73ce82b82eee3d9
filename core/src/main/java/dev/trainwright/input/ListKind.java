package dev.trainwright.input;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A list of values of one kind. */
record ListKind<T>(Kind<T> item, int min) implements Kind<List<T>> {

    @Override
    public Optional<List<T>> read(Node node, Reading reading) {
        if (!(node instanceof Node.Sequence sequence) || sequence.items().size() < min) {
            return reading.refuse(node, "expected " + accepted());
        }
        List<T> values = sequence.items().stream()
                .flatMap(child -> item.read(child, reading).stream())
                .toList();
        return values.size() == sequence.items().size() ? Optional.of(values) : Optional.empty();
    }

    @Override
    public String accepted() {
        return "a list" + (min > 0 ? " of at least " + min : "") + ", each item " + item.accepted();
    }

    @Override
    public String markdown() {
        return "a list, each item " + item.markdown();
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("minItems", min);
        schema.put("items", item.schema(schemas));
        return schema;
    }

    @Override
    public Iterable<Shape<?>> shapes() {
        return item.shapes();
    }
}
