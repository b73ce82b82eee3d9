package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FLOPs of a token against the closed forms of published papers. */
class TokenFlopsTest {

    /** Narayanan et al., arXiv 2104.04473, equation 3, without its recomputation: 72 l h^2 (1 + s/(6h) + V/(12 l h)) a token, attention counted in full. */
    @ParameterizedTest
    @CsvSource({
        "megatron-1.7b, 24, 2304",
        "megatron-22b, 48, 6144",
        "megatron-145b, 80, 12288",
        "megatron-1t, 128, 25600"
    })
    void trainingAsMegatronCounts(String name, double l, double h) {
        double s = 2048;
        double expected = 72 * l * h * h * (1 + s / (6 * h) + 51200 / (12 * l * h));
        assertThat(3 * ModelFlops.forwardPerToken(model(name), 2048, false))
                .isCloseTo(expected, within(1e-9 * expected));
    }

    /** Chowdhery et al., arXiv 2204.02311, appendix B: 6 N + 12 L H Q T, N without the input table, which PaLM shares with its head. */
    @Test
    void trainingAsPalmCounts() {
        Transformer palm = model("palm-540b");
        double norms = 119 * 18432.0;
        double expected = 6 * (palm.parameters() - norms) + 12 * 118 * 48 * 256 * 2048.0;
        assertThat(3 * ModelFlops.forwardPerToken(palm, 2048, false)).isCloseTo(expected, within(1e-9 * expected));
    }

    @Test
    void aCausalCoreIsHalfOfAFullOneAndAWindowBoundsBoth() {
        TokenFlops causal = ModelFlops.byOperation(model("llama-3-8b"), 8192, true);
        TokenFlops full = ModelFlops.byOperation(model("llama-3-8b"), 8192, false);
        assertThat(causal.core()).isCloseTo(full.core() / 2, within(1e-3 * full.core()));
        // 4 s a d for each of 32 layers
        assertThat(full.core()).isEqualTo(32 * 4 * 8192.0 * 32 * 128);
        // Mistral's window of 4096: no token sees more
        assertThat(ModelFlops.byOperation(model("mistral-7b"), 32768, false).core())
                .isEqualTo(32 * 4 * 4096.0 * 32 * 128);
    }

    private static Transformer model(String name) {
        return (Transformer) Models.resolve(name, Path.of(""));
    }
}
