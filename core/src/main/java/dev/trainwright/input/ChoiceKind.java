package dev.trainwright.input;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One of several names, or of true and false. */
record ChoiceKind<T>(Map<String, T> names, boolean flag) implements Kind<T> {

    ChoiceKind {
        names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    @Override
    public Optional<T> read(Node node, Reading reading) {
        if (node instanceof Node.Scalar scalar && scalar.type() == (flag ? Node.Type.BOOLEAN : Node.Type.TEXT)) {
            T value = names.get(scalar.text());
            if (value != null) {
                return Optional.of(value);
            }
            String hint = Nearest.to(scalar.text(), names.keySet())
                    .map(name -> "; did you mean " + name + "?")
                    .orElse("");
            return reading.refuse(node, "expected " + accepted() + hint);
        }
        return reading.refuse(node, "expected " + accepted());
    }

    @Override
    public String accepted() {
        return flag ? "true or false" : "one of " + String.join(", ", names.keySet());
    }

    @Override
    public String markdown() {
        return (flag ? List.of("true", "false") : names.keySet())
                .stream().map(name -> '`' + name + '`').collect(Collectors.joining(", "));
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return flag ? Map.of("type", "boolean") : Map.of("enum", List.copyOf(names.keySet()));
    }
}
