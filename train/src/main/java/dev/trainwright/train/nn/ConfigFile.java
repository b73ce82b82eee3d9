package dev.trainwright.train.nn;

import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Node;
import dev.trainwright.input.Place;
import dev.trainwright.input.Trees;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Keys of a {@code config.json} that bear on what a model computes. A key that is absent or null means its default. */
record ConfigFile(Node.Mapping keys) {
    static final ConfigFile EMPTY = new ConfigFile(new Node.Mapping(new Place("", 0, 0, ""), Map.of()));

    /** Its shape was read before, so that its root is an object. */
    static ConfigFile read(Path file) {
        return new ConfigFile((Node.Mapping) Trees.read(file, Format.PYTHON_JSON));
    }

    double number(String key, double absent) {
        Optional<Node.Scalar> value = scalar(key);
        if (value.isPresent() && value.get().type() != Node.Type.NUMBER) {
            throw wrong(key, "a number");
        }
        return value.map(scalar -> Double.parseDouble(scalar.text())).orElse(absent);
    }

    Activation activation(String key, Activation absent) {
        Optional<Node.Scalar> value = scalar(key);
        return value.isEmpty()
                ? absent
                : Activation.named(value.get().text())
                        .orElseThrow(
                                () -> wrong(
                                        key,
                                        "silu, swish, gelu, gelu_new, gelu_fast, gelu_pytorch_tanh or relu, which can be trained here"));
    }

    /** Refuses another value than {@code only}, which is also what an absent key means. */
    void expect(String key, boolean only) {
        if (!scalar(key).map(Node.Scalar::text).orElse(String.valueOf(only)).equals(String.valueOf(only))) {
            throw wrong(key, only + ", which can be trained here");
        }
    }

    /** Rotary positions under the keys of transformers 4 ({@code rope_theta}, {@code rope_scaling}) and 5 ({@code rope_parameters}). */
    Rotary rotary(double absent) {
        ConfigFile five = object("rope_parameters");
        ConfigFile scaling = five.keys().entries().isEmpty() ? object("rope_scaling") : five;
        double base = five.number("rope_theta", number("rope_theta", absent));
        String type = scaling.text("rope_type", scaling.text("type", "default"));
        return new Rotary(
                base,
                switch (type) {
                    case "default" -> Rotary.Scaling.NONE;
                    case "linear" -> Rotary.Scaling.linear(scaling.number("factor", 1));
                    case "llama3" ->
                        Rotary.Scaling.llama3(
                                scaling.number("factor", 1),
                                scaling.number("low_freq_factor", 1),
                                scaling.number("high_freq_factor", 4),
                                scaling.number("original_max_position_embeddings", 8192));
                    default ->
                        throw wrong(
                                five.keys().entries().isEmpty() ? "rope_scaling" : "rope_parameters",
                                "a type of default, linear or llama3, which can be trained here");
                });
    }

    private String text(String key, String absent) {
        return scalar(key).map(Node.Scalar::text).orElse(absent);
    }

    private ConfigFile object(String key) {
        return keys.find(key)
                .filter(node -> node instanceof Node.Mapping)
                .map(node -> new ConfigFile((Node.Mapping) node))
                .orElse(EMPTY);
    }

    private Optional<Node.Scalar> scalar(String key) {
        return keys.find(key)
                .filter(node -> node instanceof Node.Scalar)
                .map(node -> (Node.Scalar) node)
                .filter(scalar -> scalar.type() != Node.Type.NULL);
    }

    private InputException wrong(String key, String accepted) {
        Optional<Node> value = keys.find(key);
        return InputException.of(
                value.map(Node::place).orElse(keys.place()),
                value.map(Node::shown).orElse(""),
                key + ": expected " + accepted);
    }
}
