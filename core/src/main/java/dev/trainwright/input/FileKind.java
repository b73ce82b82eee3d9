package dev.trainwright.input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The path of a YAML or JSON file that holds a value of another kind. */
record FileKind<T>(Kind<T> content, String noun) implements Kind<T> {

    @Override
    public Optional<T> read(Node node, Reading reading) {
        Optional<Path> file = new PathKind(accepted()).read(node, reading);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file.get())) {
            return reading.refuse(node, "no such file; expected " + accepted());
        }
        try {
            return content.read(Trees.read(file.get()), reading);
        } catch (InputException e) {
            return reading.refuse(e);
        }
    }

    @Override
    public String accepted() {
        return "the path of a file that holds " + noun;
    }

    @Override
    public String markdown() {
        return "the path of a file";
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return Schemas.text("\\.(yaml|yml|json)$");
    }

    @Override
    public Iterable<Shape<?>> shapes() {
        return content.shapes();
    }
}
