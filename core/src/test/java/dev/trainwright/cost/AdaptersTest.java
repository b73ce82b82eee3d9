package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
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

    private static double parameters(Mixer mixer, String... targets) {
        Layer layer = new Layer(mixer, null, new DenseFeedForward(11008, true, 0), 2, 0);
        return Adapters.parameters(
                new FineTuning.LowRank(8, List.of(targets), NumberFormat.BF16), layer, 4096, Split.none(1));
    }
}
