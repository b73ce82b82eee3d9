package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Trees;
import dev.trainwright.job.Jobs;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.HuggingFaceConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vision transformers on their own: a token is a patch. */
class TowerFlopsTest {
    private static final String VIT =
            "{\"model_type\":\"vit\",\"hidden_size\":%d,\"num_hidden_layers\":%d,\"num_attention_heads\":%d,\"intermediate_size\":%d,\"image_size\":224,\"patch_size\":%d}";

    /** Multiply-adds of one image as torchvision's table of weights states them (vit_b_16 17.56, vit_b_32 4.41, vit_l_16 61.55 x 10^9, patch projection included). */
    @ParameterizedTest
    @CsvSource({"768, 12, 12, 16, 17.56", "768, 12, 12, 32, 4.41", "1024, 24, 16, 16, 61.55"})
    void anImageCostsWhatTorchvisionStates(int hidden, int layers, int heads, int patch, double billions) {
        String config = VIT.formatted(hidden, layers, heads, 4 * hidden, patch);
        Transformer model = HuggingFaceConfig.read(Trees.parse("config.json", config, Format.JSON));
        double side = Math.floorDiv(224, patch) * (double) patch;
        double projection = side * side * 3 * hidden;
        double image = model.ownTokens() * ModelFlops.forwardPerToken(model, model.ownTokens(), false) / 2 + projection;
        assertThat(image).isCloseTo(billions * 1e9, withinPercentage(0.1));
    }

    @Test
    void nothingIsForecastWhereTheWorkIsNotKnown(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("swin.json"),
                "{\"model_type\":\"swin\",\"depths\":[2,2,6,2],\"num_heads\":[3,6,12,24],\"embed_dim\":96,\"window_size\":7,\"image_size\":224}");
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job, "workload: {model: swin.json, globalBatch: 64, sequence: 49}\ncluster: {node: dgx-h100}\n");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Jobs.read(job, Catalogue.builtIn()))
                .withMessageContaining("its parameters are known (trainwright model), but not what its parts do");
    }

    @Test
    void theSequenceOfAnImageIsNotTheJobsToChoose(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("vit.json"), VIT.formatted(768, 12, 12, 3072, 16));
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job, "workload: {model: vit.json, globalBatch: 64, sequence: 4096}\ncluster: {node: dgx-h100}\n");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Jobs.read(job, Catalogue.builtIn()))
                .withMessageContaining("one sample of this model has 197 tokens, whatever the job; expected 197");
    }
}
