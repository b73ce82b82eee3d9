package dev.trainwright.job;

import dev.trainwright.input.InputException;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Node;
import dev.trainwright.input.Reading;
import dev.trainwright.input.Schemas;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.source.Models;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A model by the path of its files or by the name of a preset. */
record ModelKind() implements Kind<Model> {

    private static final Kind<String> TEXT = Kinds.text(
            "the path of a config.json, of a .safetensors file or of a folder with them, or a preset's name");

    @Override
    public Optional<Model> read(Node node, Reading reading) {
        return TEXT.read(node, reading).flatMap(reference -> resolve(reference, node, reading));
    }

    @Override
    public String accepted() {
        return TEXT.accepted();
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return TEXT.schema(schemas);
    }

    private static Optional<Model> resolve(String reference, Node node, Reading reading) {
        Path here = Path.of(node.place().file()).toAbsolutePath().getParent();
        try {
            return Optional.of(Models.resolve(reference, here == null ? Path.of("") : here));
        } catch (InputException e) {
            boolean inFile = e.problems().stream()
                    .anyMatch(p -> Files.exists(Path.of(p.place().file())));
            return inFile
                    ? reading.refuse(e)
                    : reading.refuse(node, e.problems().get(0).message());
        }
    }
}
