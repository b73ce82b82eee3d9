package dev.trainwright.app.command;

import dev.trainwright.app.model.ModelJson;
import dev.trainwright.app.model.ModelText;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import dev.trainwright.workload.source.Preset;
import dev.trainwright.workload.source.Presets;
import dev.trainwright.workload.source.Weights;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code trainwright model}: what a model's file, or a preset, amounts to. */
@Command(
        name = "model",
        description = {
            "Tells a model's shape, exact parameters, FLOPs and bytes.",
            "MODEL is a config.json, a .safetensors file, a folder with them, or a preset (--list names them)."
        })
public final class ModelCommand implements Callable<Integer> {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final Path HERE = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", arity = "0..1", description = "A file, a folder or a preset's name.")
    private @Nullable String reference;

    @Option(
            names = "--sequence",
            paramLabel = "N",
            defaultValue = "4096",
            description = "Tokens of a sample, for the FLOPs of attention (default: ${DEFAULT-VALUE}).")
    private long sequence;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--list", description = "List the presets with their sources.")
    private boolean list;

    @Override
    public Integer call() {
        if (sequence < 1 || sequence > 1L << 40) {
            throw Failure.wrongInput("--sequence takes a number of tokens from 1 to 2^40, not " + sequence);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            Presets.list().forEach(preset -> out.println(line(preset)));
            return ExitCode.OK;
        }
        if (reference == null) {
            throw Failure.wrongInput(
                    "which model? Give a config.json, a .safetensors file, a folder or a preset's name");
        }
        if (weightsOnly(HERE.resolve(reference))) {
            Path file = HERE.resolve(reference);
            Weights weights = Weights.read(file);
            Optional<Model> shape = Files.exists(file.resolveSibling("config.json"))
                    ? Optional.of(Models.resolve(reference, HERE))
                    : Optional.empty();
            print(
                    out,
                    json
                            ? List.of(JSON.writeValueAsString(ModelJson.of(weights, shape)))
                            : ModelText.of(weights, shape));
        } else {
            Model model = Models.resolve(reference, HERE);
            print(out, json ? List.of(JSON.writeValueAsString(ModelJson.of(model, sequence))) : text(model));
        }
        return ExitCode.OK;
    }

    private List<String> text(Model model) {
        if (model instanceof Transformer transformer) {
            return ModelText.of(transformer, sequence);
        }
        return model instanceof ConvNet net ? ModelText.of(net) : ModelText.of(model);
    }

    /** Weights tell their own size, with or without a config.json beside them. */
    private static boolean weightsOnly(Path path) {
        return Files.isRegularFile(path) && path.toString().endsWith(".safetensors");
    }

    private static String line(Preset preset) {
        return String.format("%-20s %s, %s (%s)", preset.name(), preset.title(), preset.url(), preset.date());
    }

    private static void print(PrintWriter out, List<String> lines) {
        lines.forEach(out::println);
    }
}
