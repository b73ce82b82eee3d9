package dev.trainwright.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping of one of several shapes, told by a key that only that shape has.
 *
 * @param keyed shapes by their telling key
 * @param otherwise the shape of a mapping without any of those keys
 */
record KeyedKind<T>(Map<String, Shape<T>> keyed, Shape<T> otherwise) implements Kind<T> {

    @Override
    public Optional<T> read(Node node, Reading reading) {
        if (node instanceof Node.Mapping mapping) {
            for (Map.Entry<String, Shape<T>> entry : keyed.entrySet()) {
                if (mapping.find(entry.getKey()).isPresent()) {
                    return entry.getValue().read(node, reading);
                }
            }
        }
        return otherwise.read(node, reading);
    }

    @Override
    public String accepted() {
        List<String> ways = new ArrayList<>(List.of(otherwise.accepted()));
        keyed.keySet().forEach(key -> ways.add("a mapping with " + key));
        return String.join(", or ", ways);
    }

    @Override
    public String markdown() {
        return String.join(", ", all().stream().map(Shape::markdown).toList());
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return Map.of(
                "anyOf", all().stream().map(shape -> shape.schema(schemas)).toList());
    }

    @Override
    public Iterable<Shape<?>> shapes() {
        return List.copyOf(all());
    }

    private List<Shape<T>> all() {
        List<Shape<T>> all = new ArrayList<>(List.of(otherwise));
        all.addAll(keyed.values());
        return all;
    }
}
