package dev.trainwright.workload.source;

import dev.trainwright.input.Format;
import dev.trainwright.input.Node;
import dev.trainwright.input.Place;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.hf.HuggingFaceConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The models that come with Trainwright. Transformers stand in data files as tables in the words of their {@code config.json}, so that a preset and a file are
 * read by the same code; convolutional networks are generated.
 */
public final class Presets {

    private static final List<String> FILES =
            List.of("gpt", "llama", "mistral", "qwen", "deepseek", "gemma", "open", "encoders", "newer");

    private final Map<String, Preset> byName = new LinkedHashMap<>();
    private final Map<String, Preset> byKey = new LinkedHashMap<>();

    private Presets() {
        FILES.forEach(file -> sequence(read("/models/" + file + ".yaml")).forEach(table -> add(mapping(table))));
        ConvNets.NETS.keySet().stream().sorted().forEach(name -> {
            boolean residual = name.startsWith("resnet");
            String paper = residual ? "1512.03385" : "1409.1556";
            String title =
                    residual ? "Deep Residual Learning for Image Recognition" : "Very Deep Convolutional Networks";
            add(new Preset(
                    name,
                    title + ", table 1",
                    "https://arxiv.org/abs/" + paper,
                    residual ? "2015-12-10" : "2014-09-04",
                    () -> Objects.requireNonNull(ConvNets.NETS.get(name)).apply(ConvNets.Images.IMAGENET)));
        });
    }

    /** All of them, read once. */
    static Presets all() {
        return Loaded.PRESETS;
    }

    /** In the order of their files. */
    public static Collection<Preset> list() {
        return Collections.unmodifiableCollection(all().byName.values());
    }

    /** The preset of that name or alias; letter case, spaces, hyphens, underscores and an owner before a slash do not count. */
    public static Optional<Preset> find(String name) {
        return Optional.ofNullable(all().byKey.get(key(name)));
    }

    private static String key(String name) {
        return name.substring(name.lastIndexOf('/') + 1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[-_\\s]", "");
    }

    private void add(Node.Mapping table) {
        Map<String, Node.Entry> common = mapping(value(table, "common")).entries();
        List<String> keys =
                sequence(value(table, "keys")).stream().map(Presets::text).toList();
        mapping(value(table, "models")).entries().forEach((name, row) -> {
            Map<String, Node.Entry> config = new LinkedHashMap<>(common);
            List<Node> values = sequence(row.value());
            require(values.size() == keys.size(), row.value());
            for (int i = 0; i < keys.size(); i++) {
                config.put(keys.get(i), new Node.Entry(values.get(i).place(), values.get(i)));
            }
            Node.Mapping root = new Node.Mapping(row.value().place(), config);
            String family = text(value(root, "model_type"));
            add(new Preset(
                    name,
                    text(value(table, "title")),
                    text(value(table, "url")),
                    text(value(table, "date")),
                    () -> HuggingFaceConfig.read(root).named(name, family)));
        });
        table.find("aliases")
                .ifPresent(aliases -> mapping(aliases)
                        .entries()
                        .forEach((alias, name) -> put(
                                alias, Objects.requireNonNull(byName.get(text(name.value())), alias), name.value())));
    }

    private void add(Preset preset) {
        byName.put(preset.name(), preset);
        put(preset.name(), preset, null);
    }

    private void put(String name, Preset preset, @org.jspecify.annotations.Nullable Node at) {
        if (byKey.putIfAbsent(key(name), preset) != null) {
            throw new IllegalStateException(
                    "two presets of the name " + name + (at == null ? "" : " in " + at.place()));
        }
    }

    private static Node read(String resource) {
        try (InputStream in = Presets.class.getResourceAsStream(resource)) {
            return Trees.parse(resource, Objects.requireNonNull(in, resource).readAllBytes(), Format.YAML);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Node value(Node.Mapping mapping, String key) {
        return mapping.find(key)
                .orElseThrow(() -> new IllegalStateException(key + " is missing at " + mapping.place()));
    }

    private static Node.Mapping mapping(Node node) {
        require(node instanceof Node.Mapping, node);
        return (Node.Mapping) node;
    }

    private static List<Node> sequence(Node node) {
        require(node instanceof Node.Sequence, node);
        return ((Node.Sequence) node).items();
    }

    private static String text(Node node) {
        require(node instanceof Node.Scalar, node);
        return ((Node.Scalar) node).text();
    }

    private static void require(boolean holds, Node node) {
        if (!holds) {
            Place place = node.place();
            throw new IllegalStateException("misshapen preset at " + place);
        }
    }

    private static final class Loaded {
        private static final Presets PRESETS = new Presets();
    }
}
