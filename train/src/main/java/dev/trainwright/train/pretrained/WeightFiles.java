package dev.trainwright.train.pretrained;

import dev.trainwright.train.checkpoint.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tensors of a {@code .safetensors} file, or of a folder with one or with an index of several; each is read when it is asked for. */
final class WeightFiles {
    static final String ONE = "model.safetensors";
    static final String INDEX = ONE + ".index.json";

    private static final JsonMapper JSON = new JsonMapper();

    private final Path place;
    private final Map<String, SafeTensors> byName = new LinkedHashMap<>();

    private WeightFiles(Path place) {
        this.place = place;
    }

    /**
     * Opens {@code place}.
     *
     * @throws IllegalArgumentException naming the file that is missing or damaged
     */
    static WeightFiles open(Path place) {
        WeightFiles files = new WeightFiles(place);
        Path index = place.resolve(INDEX);
        if (!Files.isDirectory(place)) {
            files.add(SafeTensors.open(place));
        } else if (Files.exists(index)) {
            files.addAll(index);
        } else {
            files.add(SafeTensors.open(onlyFile(place)));
        }
        return files;
    }

    /** Names of all tensors. */
    Set<String> names() {
        return byName.keySet();
    }

    /** Whether there is one of that name. */
    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** The tensor {@code name}, one of {@link #names}. */
    Tensor tensor(String name) {
        return Objects.requireNonNull(byName.get(name)).tensor(name);
    }

    @Override
    public String toString() {
        return place.toString();
    }

    private void add(SafeTensors file) {
        file.names().forEach(name -> byName.put(name, file));
    }

    private void addAll(Path index) {
        try {
            Map<String, SafeTensors> opened = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> entry :
                    JSON.readTree(Files.readAllBytes(index)).path("weight_map").properties()) {
                String shard = entry.getValue().asString();
                SafeTensors file = opened.computeIfAbsent(shard, name -> SafeTensors.open(index.resolveSibling(name)));
                if (!file.names().contains(entry.getKey())) {
                    throw new IllegalArgumentException(
                            index + " says that " + shard + " holds " + entry.getKey() + ", which it does not");
                }
                byName.put(entry.getKey(), file);
            }
        } catch (IOException | JacksonException e) {
            throw new IllegalArgumentException(index + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The one that savers call model.safetensors, or the only one there is. */
    private static Path onlyFile(Path folder) {
        Path usual = folder.resolve(ONE);
        if (Files.exists(usual)) {
            return usual;
        }
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".safetensors"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(folder + " holds no .safetensors file"));
        } catch (IOException e) {
            throw new IllegalArgumentException(folder + " cannot be listed: " + e, e);
        }
    }
}
