package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.layout.Recompute;
import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.NumberFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdaptersTest {
    private static final Mixer LLAMA = new Attention(32, 32, 128, 0, 0, false, true, null);

    /** PEFT prints 4,194,304 trainable parameters for Llama 7B (32 layers) with rank 8 on q and v. */
    @Test
    void ofLlama7B() {
        assertThat(32 * parameters(LLAMA, "q", "v")).isEqualTo(4_194_304);
    }

    /** A layer of a hybrid model that has no attention matrices carries no adapter on them: r (h + f) on its feed-forward alone. */
    @Test
    void noAttentionNoAdapterOnIt() {
        Mixer linear = new LinearAttention("gated delta net", 1, 0, 1, 1);
        assertThat(parameters(linear, "q", "k", "v", "o")).isZero();
        assertThat(parameters(linear, "q", "up")).isEqualTo(8 * (4096 + 11008));
    }

    /** PEFT prints 120,350,720 trainable parameters for Mixtral 8x7B with rank 8 on q, k, v, o, each expert's w1, w2, w3 and the head of 4096 x 32000. */
    @Test
    void ofMixtralsExperts() {
        Mixer grouped = new Attention(32, 8, 128, 0, 0, false, true, null);
        Layer layer = new Layer(grouped, null, new MixtureOfExperts(8, 2, 14336, 0, true, 0, 8 * 4096, 0), 2, 0);
        var adapter = new FineTuning.LowRank(8, List.of("q", "k", "v", "o", "gate", "up", "down"), NumberFormat.NF4);
        double attention = 8 * (2 * (4096 + 4096) + 2 * (4096 + 1024));
        double experts = 8 * 8 * 3 * (4096 + 14336);
        assertThat(Adapters.parameters(adapter, layer, 4096, Split.none(1), false))
                .isEqualTo(attention);
        assertThat(Adapters.parameters(adapter, layer, 4096, Split.none(1), true))
                .isEqualTo(experts);
        Split spread = new Split(1, 1, 4, 1, false, 1, Recompute.NONE, false, false);
        assertThat(Adapters.parameters(adapter, layer, 4096, spread, true)).isEqualTo(experts / 4);
    }

    /** DeepSeek-V2's modules by their names: q_a, q_b; kv_a with the shared rotated key; kv_b; o. */
    @Test
    void ofLatentAttention() {
        Mixer latent = new LatentAttention(128, 1536, 512, 128, 64, 128, 0, true);
        assertThat(parameters(latent, "q")).isEqualTo(8 * (4096 + 1536 + 1536 + 128 * 192));
        assertThat(parameters(latent, "k")).isEqualTo(8 * (4096 + 576));
        assertThat(parameters(latent, "v")).isEqualTo(8 * (512 + 128 * 256));
        assertThat(parameters(latent, "o")).isEqualTo(8 * (128 * 128 + 4096));
    }

    private static double parameters(Mixer mixer, String... targets) {
        Layer layer = new Layer(mixer, null, new DenseFeedForward(11008, true, 0), 2, 0);
        return Adapters.parameters(
                new FineTuning.LowRank(8, List.of(targets), NumberFormat.BF16), layer, 4096, Split.none(1), false);
    }
}
