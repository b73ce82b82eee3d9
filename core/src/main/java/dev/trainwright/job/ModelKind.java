package dev.trainwright.job;

import dev.trainwright.input.InputException;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Node;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Reading;
import dev.trainwright.input.Schemas;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.source.Models;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A model by the path of its config.json, relative to the job file, or by a preset's name. */
final class ModelKind implements Kind<Model> {
    private static final Kind<String> TEXT =
            Kinds.text("a preset's name, or the path of a config.json or of its folder");

    @Override
    public Optional<Model> read(Node node, Reading reading) {
        Path folder = Path.of(node.place().file()).toAbsolutePath().getParent();
        return TEXT.read(node, reading).flatMap(text -> {
            try {
                return Optional.of(Models.resolve(text, folder == null ? Path.of("") : folder));
            } catch (InputException e) {
                return refuse(node, reading, e);
            }
        });
    }

    /** A file's own problems stand in that file; that there is none stands here. */
    private static Optional<Model> refuse(Node node, Reading reading, InputException e) {
        for (Problem problem : e.problems()) {
            if (problem.place().line() == 0 && problem.place().key().isEmpty()) {
                reading.refuse(node, problem.message());
            } else {
                reading.refuse(InputException.of(problem.place(), problem.value(), problem.message()));
            }
        }
        return Optional.empty();
    }

    @Override
    public String accepted() {
        return TEXT.accepted();
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return TEXT.schema(schemas);
    }
}
