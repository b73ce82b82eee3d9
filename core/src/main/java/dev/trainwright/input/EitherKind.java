package dev.trainwright.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A single value of one kind, or a mapping or list of another. */
record EitherKind<T>(Kind<T> scalar, Kind<T> structure) implements Kind<T> {

    @Override
    public Optional<T> read(Node node, Reading reading) {
        return (node instanceof Node.Scalar ? scalar : structure).read(node, reading);
    }

    @Override
    public String accepted() {
        return scalar.accepted() + ", or " + structure.accepted();
    }

    @Override
    public String markdown() {
        return scalar.markdown() + ", or " + structure.markdown();
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return Map.of("anyOf", List.of(scalar.schema(schemas), structure.schema(schemas)));
    }

    @Override
    public Iterable<Shape<?>> shapes() {
        List<Shape<?>> shapes = new ArrayList<>();
        scalar.shapes().forEach(shapes::add);
        structure.shapes().forEach(shapes::add);
        return shapes;
    }
}
