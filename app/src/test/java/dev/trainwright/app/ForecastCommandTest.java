package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ForecastCommandTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    @TempDir
    private Path folder;

    @Test
    void cellB() {
        JsonNode json = json(0, EXAMPLES.resolve("measured-cell-b.yaml"));
        // The page: 400 / (100 + 50) = 2.667, 66.7 %; the ceiling of cell D is 400 / 50 = 8.
        assertThat(json.at("/iteration/seconds").asDouble()).isEqualTo(0.150, within(1e-15));
        assertThat(json.at("/speedup").asDouble()).isEqualTo(8.0 / 3, within(1e-12));
        assertThat(json.at("/efficiency").asDouble()).isEqualTo(2.0 / 3, within(1e-12));
        assertThat(json.at("/scaling/ceiling").asDouble()).isEqualTo(8, within(1e-12));
        assertThat(json.at("/memory/deviceBytes").isNull()).isTrue();
        // Both terms are given: nothing is estimated.
        assertThat(json.at("/iteration/interval").isNull()).isTrue();
    }

    @Test
    void theAnswerComesFirstAndEveryPartFollows() {
        Run run = Run.of("forecast", EXAMPLES.resolve("llama3-8b-8xh100.yaml").toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("Fits: ")
                .containsSubsequence(
                        "One iteration takes",
                        "Layout",
                        "Memory of the fullest device",
                        "Time of one iteration",
                        "Throughput",
                        "MFU",
                        "Scaling",
                        "The whole training",
                        "Calibration",
                        "Assumed",
                        "Left out");
    }

    @Test
    void termsAndPartsAddUp() {
        JsonNode json = json(0, EXAMPLES.resolve("llama3-8b-8xh100.yaml"));
        assertThat(sum(json.at("/iteration/terms")))
                .isEqualTo(json.at("/iteration/seconds").asDouble(), within(1e-12));
        assertThat(sum(json.at("/memory/parts")))
                .isEqualTo(json.at("/memory/residentBytes").asDouble(), within(1.0));
    }

    @Test
    void withoutALayoutItIsPlainDataParallelAndWhatDoesNotFitExits1WithEverythingPrinted() {
        Run run = Run.of("forecast", EXAMPLES.resolve("llama3-8b-64xh100.yaml").toString());
        assertThat(run.code()).isEqualTo(1);
        // 8.03 billion parameters of 18 bytes are 135 GiB: no H100 of 80 GB holds a copy.
        assertThat(run.out())
                .startsWith("Does not fit by ")
                .contains("dp 64, micro-batch 1", "Time of one iteration", "trainwright plan");
    }

    @Test
    void theLargestMicroBatchThatFitsIsTaken() throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), """
                workload: {model: resnet-50, replicaBatch: 4096, precision: amp-fp16, optimizer: sgd-momentum}
                cluster: {node: p3dn.24xlarge}
                """);
        JsonNode json = json(0, job);
        long microBatch = json.at("/layout/microBatch").asLong();
        assertThat(4096 % microBatch).isZero();
        JsonNode next = json(
                1,
                Files.writeString(
                        folder.resolve("next.yaml"),
                        Files.readString(job) + "layout: {microBatch: " + 2 * microBatch + "}\n"));
        assertThat(next.at("/memory/fits").asBoolean()).isFalse();
    }

    @Test
    void wrongInputExits2OnStandardError() throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), """
                workload: {model: llama-3.1-8b, globalBatch: 12, sequence: 8192}
                cluster: {node: dgx-h100}
                """);
        Run run = Run.of("forecast", job.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("global batch 12 is no multiple of dp = 8");
        assertThat(run.out()).isEmpty();
        assertThat(Run.of("forecast", folder.resolve("none.yaml").toString()).code())
                .isEqualTo(2);
    }

    @Test
    void aCalibrationOfOtherHardwareIsRefusedNotIgnored() throws IOException {
        Path job = Path.of("..", "examples", "llama3-8b-8xh100.yaml");
        String own = Files.readString(
                Path.of("..", "core", "src", "main", "resources", "calibration", "h100-sxm-96gb-hbm2e-fsdp.yaml"));
        Path fitting = Files.writeString(folder.resolve("own.yaml"), own.replaceFirst("id: .*", "id: own"));
        Run used = Run.of("forecast", job.toString(), "--calibration", fitting.toString());
        assertThat(used.code()).isZero();
        assertThat(used.out()).containsPattern("name +own");

        Path other = Files.writeString(
                folder.resolve("other.yaml"),
                own.replaceFirst("id: .*", "id: other").replaceFirst("accelerators: .*", "accelerators: [tpu-v4]"));
        Run refused = Run.of("forecast", job.toString(), "--calibration", other.toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("other.yaml", "not used", "h100-sxm-96gb-hbm2e");
    }

    private static double sum(JsonNode object) {
        return object.properties().stream()
                .mapToDouble(entry -> entry.getValue().asDouble())
                .sum();
    }

    private static JsonNode json(int code, Path job) {
        Run run = Run.of("forecast", job.toString(), "--json");
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        return run.json();
    }
}
