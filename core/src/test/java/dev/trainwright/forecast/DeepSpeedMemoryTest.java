package dev.trainwright.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.cost.MemoryPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory of Megatron-DeepSpeed beside what nvidia-smi printed in BLOOM's experiments (bigscience-workshop/bigscience, train/tr11-176B-ml/chronicles-prequel.md). */
class DeepSpeedMemoryTest {
    private static final String BLOOM = """
            software: %s
            workload: {model: bloom, globalBatch: 2048, sequence: 2048, precision: bf16, attention: unfused, dropout: true}
            cluster: {node: jean-zay-a100, nodes: 48}
            layout: {tp: %d, pp: %d, zero: 1, sequenceParallel: false, microBatch: %d, recompute: full}
            """;

    /** The rows of 176 B parameters with 112 heads, or 64, which recomputed layers do not tell apart: 40, 59 and 73 GiB. */
    @ParameterizedTest
    @CsvSource({"8, 12, 2, 40", "4, 12, 2, 59", "4, 12, 4, 73"})
    void bloom(int tp, int pp, int microBatch, double gib) {
        assertThat(resident("deepspeed", tp, pp, microBatch) / (1L << 30)).isCloseTo(gib, withinPercentage(15));
    }

    /** bf16 gradients stay beside those of 32 bits: 2 bytes more for each of the stage's parameters, and holes of 15 % beside all but the context. */
    @Test
    void narrowGradientsStay() {
        var flat = Yaml.forecast(BLOOM.formatted("deepspeed", 4, 12, 2)).memory();
        var plain = Yaml.forecast(BLOOM.formatted("megatron", 4, 12, 2)).memory();
        double weights = flat.parts().getOrDefault(MemoryPart.WEIGHTS, 0.0);
        double buffers = flat.parts().getOrDefault(MemoryPart.BUFFERS, 0.0);
        assertThat(buffers).isEqualTo(weights, within(1.0));
        assertThat(flat.residentBytes()).isGreaterThan(plain.residentBytes() + buffers);
    }

    private static double resident(String software, int tp, int pp, int microBatch) {
        return Yaml.forecast(BLOOM.formatted(software, tp, pp, microBatch))
                .memory()
                .residentBytes();
    }
}
