package dev.trainwright.input;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A path, relative to the file that it is written in. */
record PathKind(String noun) implements Kind<Path> {

    @Override
    public Optional<Path> read(Node node, Reading reading) {
        return new TextKind(noun).map(text -> Kinds.resolve(node.place(), text)).read(node, reading);
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
