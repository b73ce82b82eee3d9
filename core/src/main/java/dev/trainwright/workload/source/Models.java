package dev.trainwright.workload.source;

import dev.trainwright.input.InputException;
import dev.trainwright.input.Nearest;
import dev.trainwright.input.Place;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.ModelFiles;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.HuggingFaceConfig;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Finds a model by what a person calls it. */
public final class Models {

    private static final int SHOWN = 12;

    private Models() {}

    /**
     * The model that {@code reference} names: the path of a {@code config.json}, of a {@code .safetensors} file or of a folder with them, or else a preset.
     *
     * @param reference a path, relative to {@code base}, or a preset's name
     * @param base the folder that relative paths start from
     * @throws InputException when there is no such file and no such preset, or the file is refused
     */
    public static Model resolve(String reference, Path base) {
        Optional<Path> file = path(reference, base);
        if (file.isPresent()) {
            return checkpoint(file.get());
        }
        return Presets.find(reference).map(preset -> preset.shape().get()).orElseThrow(() -> unknown(reference));
    }

    /** A decoder given by its dimensions. */
    public static Transformer raw(String name, DecoderShape shape) {
        return shape.model(name);
    }

    /** Names of the convolutional networks. */
    public static List<String> convNets() {
        return ConvNets.NETS.keySet().stream().sorted().toList();
    }

    /**
     * A convolutional network for other images than its paper's.
     *
     * @param network one of {@link #convNets}
     * @param side height and width of an image
     * @param channels 3 for colours, 1 for grey
     * @param classes told apart
     */
    public static ConvNet convNet(String network, int side, int channels, int classes) {
        ConvNet net =
                Objects.requireNonNull(ConvNets.NETS.get(network)).apply(new ConvNets.Images(side, channels, classes));
        String images = side + "x" + side + "x" + channels;
        return new ConvNet(network + " for " + images, side, net.convolutions(), net.dense(), net.otherParameters());
    }

    /**
     * A multilayer perceptron: dense layers with biases, a rectifier between them.
     *
     * @param widths of the inputs, each hidden layer, and the classes
     */
    public static ConvNet perceptron(String name, List<Integer> widths) {
        if (widths.size() < 2) {
            throw new IllegalArgumentException(
                    "a perceptron has at least the widths of inputs and classes, such as [784, 10]");
        }
        List<ConvNet.Dense> layers = new ArrayList<>();
        for (int i = 0; i + 1 < widths.size(); i++) {
            layers.add(new ConvNet.Dense(widths.get(i), widths.get(i + 1)));
        }
        return new ConvNet(name, 1, List.of(), layers, 0);
    }

    /** The shape from config.json; weights that lie in the same folder, or that were asked for, are counted beside it. */
    private static Transformer checkpoint(Path file) {
        boolean weights = file.toString().endsWith(".safetensors");
        Path folder = weights ? file.resolveSibling("") : file;
        if (!weights && !Files.isDirectory(file)) {
            return HuggingFaceConfig.read(file).from(new ModelFiles(file, null));
        }
        Path config = folder.resolve("config.json");
        if (!Files.isRegularFile(config)) {
            throw InputException.of(
                    new Place(file.toString(), 0, 0, ""),
                    "",
                    "no config.json beside it; weights alone tell a model's size but not its layers");
        }
        Transformer model = HuggingFaceConfig.read(config);
        if (!weights && !Weights.in(folder)) {
            return model.from(new ModelFiles(config, null));
        }
        Path place = weights ? file : folder;
        return compared(model, Weights.read(place)).from(new ModelFiles(config, place));
    }

    private static Transformer compared(Transformer model, Weights weights) {
        return Comparison.of(model, weights)
                .map(difference -> model.noting(difference))
                .orElse(model);
    }

    private static Optional<Path> path(String reference, Path base) {
        try {
            Path path = base.resolve(reference);
            return !reference.isBlank() && Files.exists(path) ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static InputException unknown(String reference) {
        List<String> names = Presets.list().stream().map(Preset::name).toList();
        String word =
                reference.toLowerCase(Locale.ROOT).replaceFirst("^.*/", "").replaceFirst("[^a-z].*$", "");
        List<String> kin = names.stream()
                .filter(name -> word.length() > 1 && name.startsWith(word))
                .limit(SHOWN)
                .toList();
        String hint = Nearest.to(reference, names)
                .map(name -> "; did you mean " + name + "?")
                .orElse(".");
        String presets = kin.isEmpty() ? "" : ", or a preset such as " + String.join(", ", kin);
        return InputException.of(
                new Place("model", 0, 0, ""),
                '"' + reference + '"',
                "no such file and no preset of this name" + hint
                        + " Give the path of the model's config.json or its folder" + presets);
    }
}
