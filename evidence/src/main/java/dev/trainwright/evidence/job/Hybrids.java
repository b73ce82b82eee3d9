package dev.trainwright.evidence.job;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.List;
import java.util.Optional;

/**
 * Hybrids of Mamba-2, attention and mixtures of experts that rows name. Their layers hold one block each; here a mixer and the experts behind it make one layer,
 * and a Mamba block in front of attention has an empty feed-forward part.
 */
final class Hybrids {
    private static final int STATE = 128;
    private static final int GROUPS = 8;
    private static final int MAMBA_HEAD = 64;
    private static final int CHUNK = 256;
    private static final int HEADS = 32;
    private static final int KV_HEADS = 2;
    private static final int HEAD = 128;
    private static final long VOCAB = 131072;

    private Hybrids() {}

    /** The hybrid of that name. */
    static Optional<Transformer> find(String name) {
        return switch (name) {
            case "nemotron-3-nano" -> Optional.of(nano(name));
            case "nemotron-3-super" -> Optional.of(superModel(name));
            default -> Optional.empty();
        };
    }

    /** Pattern MEMEM*E... of 52 blocks (Megatron-Bridge, recipe of Nemotron 3 Nano): 23 Mamba, 23 mixtures, 6 attention. */
    private static Transformer nano(String name) {
        long hidden = 2688;
        FeedForward experts = new MixtureOfExperts(128, 6, 1856, 3712, false, 0, hidden * 128, 0);
        return model(name, hidden, mamba(hidden, 64), experts, 17, 6);
    }

    /**
     * 88 blocks: 40 Mamba, 40 mixtures, 8 attention (Nemotron 3 Super's report). Its experts work in a latent of a quarter of the width: a quarter of their inner
     * width on the full one costs the same.
     */
    private static Transformer superModel(String name) {
        long hidden = 4096;
        long latent = 1024;
        long width = 2688 * latent / hidden;
        FeedForward experts = new MixtureOfExperts(512, 22, width, 5376, false, 0, hidden * 512, 2 * hidden * latent);
        return model(name, hidden, mamba(hidden, 128), experts, 32, 8);
    }

    private static Transformer model(
            String name, long hidden, Mixer mamba, FeedForward experts, int mambaExperts, int attentionExperts) {
        Mixer attention = Attention.of(HEADS, KV_HEADS, HEAD, true);
        FeedForward none = new DenseFeedForward(0, false, 0);
        List<LayerGroup> groups = List.of(
                new LayerGroup(new Layer(mamba, null, experts, 2, 2 * hidden), mambaExperts, false),
                new LayerGroup(new Layer(mamba, null, none, 1, hidden), attentionExperts, false),
                new LayerGroup(new Layer(attention, null, experts, 2, 2 * hidden), attentionExperts, false));
        Stack stack =
                new Stack("decoder", hidden, List.of(new ParameterGroup("tokens", VOCAB * hidden)), groups, hidden);
        Head head = new Head(VOCAB, VOCAB * hidden, false, true);
        return new Transformer(name, "nemotron_h", List.of(stack), head, List.of(), List.of(), List.of());
    }

    /** Mamba-2 (Dao and Gu, arXiv 2405.21060): one projection in, a chunked recurrence, one projection out. */
    private static Mixer mamba(long hidden, long heads) {
        long inner = heads * MAMBA_HEAD;
        long projections = hidden * (2 * inner + 2 * GROUPS * STATE + heads) + inner * hidden;
        double within = 2.0 * CHUNK * (GROUPS * STATE + inner);
        double between = 4.0 * inner * STATE;
        return new LinearAttention(
                "mamba-2", projections, 4 * (inner + 2 * GROUPS * STATE), within + between, 2 * inner);
    }
}
