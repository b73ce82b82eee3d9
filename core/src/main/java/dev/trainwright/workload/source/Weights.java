package dev.trainwright.workload.source;

import dev.trainwright.input.InputException;
import dev.trainwright.input.Node;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a checkpoint's {@code .safetensors} files hold, counted from their headers: the truth about a model's size, though not about its layers.
 *
 * @param place the file or folder
 * @param elements stored elements of floating-point tensors; a tensor that another one shares is stored once
 * @param wholeElements stored elements of whole-number tensors: packed quantised weights, whose elements are no parameters, and indices
 * @param byType elements by element type, in the format's names
 * @param byPrefix elements by the tensors' names up to their first number
 */
public record Weights(
        String place, long elements, long wholeElements, Map<String, Long> byType, Map<String, Long> byPrefix) {

    private static final String INDEX = "model.safetensors.index.json";

    public Weights {
        byType = java.util.Collections.unmodifiableMap(new TreeMap<>(byType));
        byPrefix = java.util.Collections.unmodifiableMap(new TreeMap<>(byPrefix));
    }

    /**
     * Counts one file, or all that a folder's index names.
     *
     * @throws InputException when a header is wrong or a file that the index names is missing
     */
    public static Weights read(Path path) {
        return Files.isDirectory(path) ? folder(path) : of(path, SafetensorsHeader.read(path));
    }

    /** Whether {@code folder} has weights that are surely the model's. */
    static boolean in(Path folder) {
        return Files.isRegularFile(folder.resolve(INDEX)) || files(folder).size() == 1;
    }

    private static Weights folder(Path folder) {
        Path index = folder.resolve(INDEX);
        if (Files.isRegularFile(index)) {
            return indexed(folder, index);
        }
        List<Path> files = files(folder);
        if (files.size() != 1) {
            throw InputException.of(
                    new Place(folder.toString(), 0, 0, ""),
                    "",
                    files.size() + " .safetensors files and no " + INDEX
                            + "; expected one file, or the index that names them");
        }
        return of(folder, SafetensorsHeader.read(files.get(0)));
    }

    private static Weights indexed(Path folder, Path index) {
        Node root = Trees.read(index);
        Optional<Node> map = root instanceof Node.Mapping mapping ? mapping.find("weight_map") : Optional.empty();
        if (map.isEmpty() || !(map.get() instanceof Node.Mapping weightMap)) {
            throw InputException.of(root.place(), "", "expected an object weight_map of tensor and file names");
        }
        Map<String, Map<String, Tensor>> shards = new TreeMap<>();
        List<Problem> problems = new ArrayList<>();
        for (String shard : shardNames(weightMap, problems)) {
            shards.put(
                    shard,
                    SafetensorsHeader.read(folder.resolve(shard)).stream()
                            .collect(Collectors.toMap(Tensor::name, tensor -> tensor)));
        }
        List<Tensor> tensors = new ArrayList<>();
        weightMap.entries().forEach((name, entry) -> {
            String shard = entry.value() instanceof Node.Scalar scalar ? scalar.text() : "";
            Tensor tensor = shards.getOrDefault(shard, Map.of()).get(name);
            if (tensor != null) {
                tensors.add(tensor);
            } else if (shards.containsKey(shard)) {
                problems.add(
                        new Problem(entry.keyPlace(), entry.value().shown(), "the file does not hold this tensor"));
            }
        });
        if (!problems.isEmpty()) {
            throw new InputException(problems);
        }
        return of(folder, tensors);
    }

    /** The files an index names: plain names of files that lie beside it. */
    private static TreeSet<String> shardNames(Node.Mapping weightMap, List<Problem> problems) {
        TreeSet<String> names = new TreeSet<>();
        weightMap.entries().forEach((tensor, entry) -> {
            if (entry.value() instanceof Node.Scalar scalar && scalar.text().matches("[\\w.-]+\\.safetensors")) {
                names.add(scalar.text());
            } else {
                problems.add(new Problem(
                        entry.value().place(),
                        entry.value().shown(),
                        "expected the name of a .safetensors file beside the index"));
            }
        });
        return names;
    }

    private static Weights of(Path place, List<Tensor> tensors) {
        Map<String, Long> byType = new TreeMap<>();
        Map<String, Long> byPrefix = new TreeMap<>();
        long elements = 0;
        long wholes = 0;
        try {
            for (Tensor tensor : tensors) {
                byType.merge(tensor.type().name(), tensor.elements(), Math::addExact);
                byPrefix.merge(tensor.prefix(), tensor.elements(), Math::addExact);
                elements = Math.addExact(elements, tensor.type().whole() ? 0 : tensor.elements());
                wholes = Math.addExact(wholes, tensor.type().whole() ? tensor.elements() : 0);
            }
        } catch (ArithmeticException e) {
            throw InputException.of(new Place(place.toString(), 0, 0, ""), "", "more elements than 63 bits count");
        }
        return new Weights(place.toString(), elements, wholes, byType, byPrefix);
    }

    /** The one file that savers call model.safetensors, or else all of that kind. */
    private static List<Path> files(Path folder) {
        Path whole = folder.resolve("model.safetensors");
        if (Files.isRegularFile(whole)) {
            return List.of(whole);
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".safetensors"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw InputException.of(new Place(folder.toString(), 0, 0, ""), "", "cannot be listed: " + e);
        }
    }
}
