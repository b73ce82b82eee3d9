package dev.trainwright.app.command;

import dev.trainwright.app.model.ModelReport;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Report;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import dev.trainwright.workload.source.Presets;
import dev.trainwright.workload.source.Weights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trainwright model}: what a model's file, or a preset, amounts to. */
@Command(
        name = "model",
        description = {
            "Tells a model's shape, exact parameters, FLOPs and bytes.",
            "MODEL is a config.json, a .safetensors file, a folder with them, or a preset (--list names them)."
        },
        footerHeading = "%nExample:%n",
        footer = "  trainwright model llama-3.1-8b")
public final class ModelCommand implements Callable<Integer> {
    private static final Path HERE = Path.of("");

    @Parameters(paramLabel = "MODEL", arity = "0..1", description = "A file, a folder or a preset's name.")
    private @Nullable String reference;

    @Option(
            names = "--sequence",
            paramLabel = "N",
            description =
                    "Tokens of a sample, for the FLOPs of attention (default: an image's where the model says, or 4096).")
    private @Nullable Long sequence;

    @Mixin
    private Output output = new Output();

    @Option(names = "--list", description = "List the presets with their sources.")
    private boolean list;

    @Override
    public Integer call() {
        if (sequence != null && (sequence < 1 || sequence > 1L << 40)) {
            throw Failure.wrongInput("--sequence takes a number of tokens from 1 to 2^40, not " + sequence);
        }
        output.print(report());
        return ExitCode.OK;
    }

    private Report report() {
        if (list) {
            return ModelReport.of(Presets.list());
        }
        if (reference == null) {
            throw Failure.wrongInput(
                    "which model? Give a config.json, a .safetensors file, a folder or a preset's name");
        }
        Path file = HERE.resolve(reference);
        if (Files.isRegularFile(file) && reference.endsWith(".safetensors")) {
            return ModelReport.of(Weights.read(file), beside(file));
        }
        Model model = Models.resolve(reference, HERE);
        return ModelReport.of(model, tokens(model));
    }

    private long tokens(Model model) {
        long own = model instanceof Transformer transformer ? transformer.ownTokens() : 0;
        if (sequence != null && own > 0 && sequence != own) {
            throw Failure.wrongInput("one sample of this model has " + own + " tokens, not " + sequence);
        }
        return sequence != null ? sequence : own > 0 ? own : 4096;
    }

    /** The shape that config.json beside weights tells, held against them. */
    private static Optional<Model> beside(Path weights) {
        return Files.exists(weights.resolveSibling("config.json"))
                ? Optional.of(Models.resolve(weights.toString(), HERE))
                : Optional.empty();
    }
}
