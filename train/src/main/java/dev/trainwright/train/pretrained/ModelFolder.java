package dev.trainwright.train.pretrained;

import dev.trainwright.train.checkpoint.Durable;
import dev.trainwright.train.checkpoint.SafeTensors;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.workload.ModelFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a trained model in Hugging Face's layout: {@code config.json} and {@code model.safetensors}, or several files with an index.
 *
 * @param family whose names the tensors have
 * @param config written where the model came from no files
 * @param files that it came from, null for none: their names, element types, config and tokenizer are kept
 * @param largestBytes of one file
 */
public record ModelFolder(
        String family, Map<String, Object> config, @Nullable ModelFiles files, long largestBytes)
        implements SavedModel {
    /** What transformers splits at. */
    public static final long LARGEST_BYTES = 5_000_000_000L;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final String CONFIG = "config.json";

    /** Files beside a model's weights that hold for it trained on, too. */
    private static final List<String> COMPANIONS = List.of(
            "generation_config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "tokenizer.model",
            "vocab.json",
            "merges.txt",
            "vocab.txt",
            "special_tokens_map.json",
            "added_tokens.json");

    @Override
    public void write(Path folder, Map<String, Tensor> weights) throws IOException {
        writeWeights(folder, joined(weights));
        writeCompanions(folder);
    }

    /** Under their names in the family's checkpoints, in the element types that they had there. */
    Map<String, Tensor> joined(Map<String, Tensor> weights) {
        @Nullable Path place = files == null ? null : files.weights();
        @Nullable WeightFiles source = place == null ? null : WeightFiles.open(place);
        Names names = Names.of(family, source == null ? List.of() : source.names());
        Map<String, Map<Integer, Tensor>> parts = new LinkedHashMap<>();
        Map<String, Names.Place> places = new LinkedHashMap<>();
        weights.forEach((name, tensor) -> {
            Names.Place there = names.place(name);
            parts.computeIfAbsent(there.tensor(), key -> new TreeMap<>()).put(there.part(), tensor);
            places.put(there.tensor(), there);
        });
        Map<String, Tensor> joined = new TreeMap<>();
        parts.forEach((name, tensors) -> {
            Tensor whole = torch.cat(Tensors.vector(List.copyOf(tensors.values())), 0);
            Tensor stored = Objects.requireNonNull(places.get(name)).transposed() ? whole.t() : whole;
            joined.put(
                    name,
                    source == null ? stored : stored.to(source.tensor(name).scalar_type()));
        });
        return joined;
    }

    private void writeWeights(Path folder, Map<String, Tensor> tensors) {
        List<Map<String, Tensor>> shards = new ArrayList<>(List.of(new LinkedHashMap<>()));
        long[] bytes = {0, 0};
        tensors.forEach((name, tensor) -> {
            if (bytes[0] > 0 && bytes[0] + tensor.nbytes() > largestBytes) {
                shards.add(new LinkedHashMap<>());
                bytes[0] = 0;
            }
            shards.get(shards.size() - 1).put(name, tensor);
            bytes[0] += tensor.nbytes();
            bytes[1] += tensor.nbytes();
        });
        if (shards.size() == 1) {
            SafeTensors.write(folder.resolve(WeightFiles.ONE), shards.get(0));
            return;
        }
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < shards.size(); i++) {
            String file = "model-%05d-of-%05d.safetensors".formatted(i + 1, shards.size());
            SafeTensors.write(folder.resolve(file), shards.get(i));
            shards.get(i).keySet().forEach(name -> map.put(name, file));
        }
        write(folder.resolve(WeightFiles.INDEX), Map.of("metadata", Map.of("total_size", bytes[1]), "weight_map", map));
    }

    private void writeCompanions(Path folder) throws IOException {
        if (files == null) {
            write(folder.resolve(CONFIG), config);
            return;
        }
        Files.copy(files.config(), folder.resolve(CONFIG));
        for (String name : COMPANIONS) {
            Path file = files.config().resolveSibling(name);
            if (Files.isRegularFile(file)) {
                Files.copy(file, folder.resolve(name));
            }
        }
    }

    private static void write(Path file, Object value) {
        Durable.write(file, JSON.writeValueAsBytes(value));
    }
}
