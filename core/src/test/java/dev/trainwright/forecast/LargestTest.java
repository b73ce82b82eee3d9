package dev.trainwright.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found fits when it is forecast by itself, and the next larger does not. */
class LargestTest {
    private static final String JOB = """
            workload: {model: llama-3.1-8b, replicaBatch: %d, sequence: %d, precision: bf16, compiled: false}
            cluster: {node: dgx-h100}
            layout: {%s, microBatch: %d}
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zero: 3, recompute: full",
                "zero: 3, recompute: none",
                "zero: 1, tp: 4, recompute: selective",
                "pp: 2, zero: 1, recompute: full",
            })
    void theNextLargerDoesNotFit(String layout) {
        Largest largest = of(JOB.formatted(4, 2048, layout, 1));
        long batch = largest.microBatch();
        assertThat(batch).isPositive();
        assertThat(fits(JOB.formatted(4 * batch, 2048, layout, batch))).isTrue();
        assertThat(fits(JOB.formatted(4 * (batch + 1), 2048, layout, batch + 1)))
                .isFalse();
        long sequence = Objects.requireNonNull(largest.sequence());
        assertThat(sequence).isPositive();
        assertThat(fits(JOB.formatted(4, sequence, layout, 1))).isTrue();
        assertThat(fits(JOB.formatted(4, sequence + largest.sequenceUnit(), layout, 1)))
                .isFalse();
    }

    @Test
    void deeperModelsOfTheSameLayersFitAsTheirStatesDo() {
        Largest.Depth depth = Objects.requireNonNull(
                of(JOB.formatted(1, 2048, "zero: 3, recompute: full", 1)).depth());
        // 32 layers fit on 8 H100 and 18 bytes a parameter over 8 devices of 79.6 GiB bound the rest: 38 billion.
        assertThat(depth.layers()).isGreaterThan(32);
        assertThat(depth.parameters()).isBetween(20_000_000_000L, (long) (8 * 80 * (double) (1L << 30) / 16));
        // A layer of Llama 3.1 8B has 218,112,000 parameters; the rest 1,050,677,248.
        assertThat(depth.parameters()).isEqualTo(1_050_677_248L + depth.layers() * 218_112_000L);
    }

    /** An image makes as many tokens as it does. */
    @Test
    void theSequenceOfAnImageDoesNotGrow(@TempDir Path folder) throws IOException {
        Path config = folder.resolve("vit.json");
        Files.writeString(
                config,
                "{\"model_type\":\"vit\",\"hidden_size\":768,\"num_hidden_layers\":12,\"num_attention_heads\":12,\"intermediate_size\":3072}");
        Largest largest = of(JOB.replace("llama-3.1-8b", config.toString()).formatted(4, 197, "zero: 0", 1));
        assertThat(largest.sequence()).isNull();
        assertThat(largest.microBatch()).isPositive();
    }

    @Test
    void whatDoesNotFitAtAllIsZero() {
        Largest largest = of("""
                workload: {model: llama-3.1-70b, replicaBatch: 1, sequence: 2048, precision: bf16}
                cluster: {node: dgx-h100}
                layout: {zero: 0, microBatch: 1}
                """);
        assertThat(largest.microBatch()).isZero();
        assertThat(largest.sequence()).isZero();
    }

    @Test
    void imagesHaveNoSequenceAndMeasurementsNoActivations() {
        assertThat(of("""
                workload: {model: resnet-50, replicaBatch: 32, precision: amp-fp16, optimizer: sgd-momentum}
                cluster: {node: dgx-h100}
                layout: {microBatch: 32}
                """).sequence()).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> of("""
                workload: {measured: {compute: 400 ms, communication: 50 ms}}
                cluster: {devices: 4}
                layout: {}
                """));
    }

    private static Largest of(String text) {
        Job job = Yaml.job(text);
        Calibration calibration =
                Forecaster.calibration(job, Objects.requireNonNull(job.layout()), Calibrations.builtIn());
        return Largest.of(job, calibration);
    }

    private static boolean fits(String text) {
        return Yaml.forecast(text).memory().fits();
    }
}
