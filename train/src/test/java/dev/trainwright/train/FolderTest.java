package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.checkpoint.SafeTensors;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.pretrained.ModelFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model in Hugging Face's layout that any layout loads, trains and saves: what comes out is the same whole model. */
class FolderTest {
    private static final String TRAIN = " type=fp64 steps=2 clip=0.5 model=folder folder=";

    @TempDir
    private Path directory;

    @Test
    void everyLayoutSavesTheSameModel() throws IOException {
        Engine.start(1);
        Path gpt2 = ModelFiles.write(directory.resolve("gpt2"), ModelFiles.GPT2, ModelFiles.gpt2(), ScalarType.Double);
        Path llama = ModelFiles.write(
                directory.resolve("llama"),
                ModelFiles.LLAMA.formatted("\"rms_norm_eps\": 1e-05"),
                ModelFiles.llama(false, false),
                ScalarType.Double);
        Path bert = ModelFiles.write(directory.resolve("bert"), ModelFiles.BERT, ModelFiles.bert(), ScalarType.Double);
        run(1, List.of("plain-gpt2" + TRAIN + gpt2, "plain-llama" + TRAIN + llama, "plain-bert" + TRAIN + bert));
        run(
                2,
                List.of(
                        "tensor-gpt2 tp=2" + TRAIN + gpt2,
                        "sharded-gpt2 dp=2 zero=3 micro=2" + TRAIN + gpt2,
                        "tensor-bert tp=2" + TRAIN + bert,
                        "tensor-llama tp=2 largest=20000" + TRAIN + llama,
                        "pipeline-llama pp=2 micro=2" + TRAIN + llama));
        assertThat(difference("plain-gpt2", "gpt2"))
                .as("what two steps changed")
                .isGreaterThan(1e-3);
        assertThat(difference("plain-gpt2", "tensor-gpt2")).isLessThan(1e-12);
        assertThat(difference("plain-gpt2", "sharded-gpt2")).isLessThan(1e-12);
        assertThat(difference("plain-bert", "tensor-bert")).isLessThan(1e-12);
        assertThat(difference("plain-llama", "tensor-llama")).isLessThan(1e-12);
        assertThat(difference("plain-llama", "pipeline-llama")).isLessThan(1e-12);
        assertThat(directory.resolve("tensor-llama/model.safetensors.index.json"))
                .exists();
        run(
                1,
                List.of("again steps=0 largest=20000" + TRAIN.replace("steps=2", "")
                        + directory.resolve("tensor-llama")));
        assertThat(difference("tensor-llama", "again"))
                .as("read from several files")
                .isZero();
        assertThat(directory.resolve("again/config.json")).hasSameTextualContentAs(llama.resolve("config.json"));
    }

    /** Each run's first word is the folder that it saves in. */
    private void run(int processes, List<String> runs) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (String run : runs) {
            if (!arguments.isEmpty()) {
                arguments.add("--");
            }
            List<String> words = List.of(run.replaceAll(" +", " ").split(" ", -1));
            arguments.addAll(words.subList(1, words.size()));
            arguments.add("save=" + directory.resolve(words.get(0)));
            arguments.add("out=" + Files.createDirectories(directory.resolve("out-" + words.get(0))));
        }
        TinyRuns.complete(processes, arguments);
    }

    private double difference(String one, String other) throws IOException {
        Map<String, double[]> a = weights(one);
        Map<String, double[]> b = weights(other);
        assertThat(a.keySet()).isEqualTo(b.keySet()).isNotEmpty();
        double worst = 0;
        for (Map.Entry<String, double[]> entry : a.entrySet()) {
            double[] values = Objects.requireNonNull(b.get(entry.getKey()));
            for (int i = 0; i < values.length; i++) {
                worst = Math.max(worst, Math.abs(values[i] - entry.getValue()[i]));
            }
        }
        return worst;
    }

    private Map<String, double[]> weights(String name) throws IOException {
        Map<String, double[]> all = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            files.filter(file -> file.toString().endsWith(".safetensors"))
                    .forEach(file -> Tensors.scope(() -> SafeTensors.read(file)
                            .forEach((tensor, value) -> all.put(tensor, Tensors.doubles(value)))));
        }
        return all;
    }
}
