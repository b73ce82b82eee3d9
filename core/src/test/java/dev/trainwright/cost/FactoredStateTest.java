package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Shazeer and Stern, arXiv 1804.04235, section 3: n + m numbers for a matrix of n x m, by hand for released models' shapes. */
class FactoredStateTest {

    @Test
    void ofLlama3() {
        double layer = (4096 + 4096) // q
                + 2 * (4096 + 1024) // k, v
                + (4096 + 4096) // o
                + 3 * (4096 + 14336) // gate, up, down
                + 2 * 4096; // two norms
        double numbers = 32 * layer + 2 * (128_256 + 4096) + 4096;
        assertThat(bytes("llama-3.1-8b")).isCloseTo(4 * numbers, within(1.0));
        // beside AdamW's 8 bytes a parameter it is a thousandth
        assertThat(bytes("llama-3.1-8b") / (8 * 8_030_261_248.0)).isLessThan(1e-3);
    }

    @Test
    void ofMixtral() {
        double layer = 2 * (4096 + 4096) + 2 * (4096 + 1024) + 8 * 3 * (4096 + 14336) + (8 + 4096) + 2 * 4096;
        double numbers = 32 * layer + 2 * (32_000 + 4096) + 4096;
        assertThat(bytes("mixtral-8x7b")).isCloseTo(4 * numbers, within(1.0));
    }

    private static double bytes(String name) {
        Transformer model = (Transformer) Models.resolve(name, Path.of(""));
        return FactoredState.bytesPerParameter(model) * model.parameters();
    }
}
