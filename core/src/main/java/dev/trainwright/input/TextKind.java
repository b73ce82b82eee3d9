package dev.trainwright.input;

import java.util.Map;
import java.util.Optional;

/** A text of at least one character. */
record TextKind(String noun) implements Kind<String> {

    @Override
    public Optional<String> read(Node node, Reading reading) {
        return node instanceof Node.Scalar scalar
                        && scalar.type() == Node.Type.TEXT
                        && !scalar.text().isBlank()
                ? Optional.of(scalar.text())
                : reading.refuse(node, "expected " + accepted());
    }

    @Override
    public String accepted() {
        return noun;
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return Schemas.text("\\S");
    }
}
