package dev.trainwright.cost;

import dev.trainwright.layout.Recompute;
import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Workload;

/**
 * Bytes that one layer keeps from forward to backward on one rank, by the tensors it saves. For GPT-3's layer this is the published count: s b h (10 + 24/t + 5 a
 * s/(h t)), with sequence parallelism s b h (34 + 5 a s/h)/t (Korthikanti et al., arXiv 2205.05198, table 2).
 */
public final class LayerMemory {
    private LayerMemory() {}

    /** Saved bytes of {@code layer} for one micro-batch. */
    public static double savedBytes(Layer layer, long hidden, Workload workload, Split split, Recompute recompute) {
        double a = workload.precision().activations().bytes();
        double localSequence = (double) workload.sequence() / split.cp();
        double tokens = split.microBatch() * localSequence;
        double residualTokens = split.sequenceParallel() ? tokens / split.tp() : tokens;
        double input = a * hidden * residualTokens;
        if (recompute == Recompute.FULL) {
            return input;
        }
        boolean keepsScores = !workload.fusedAttention() && recompute == Recompute.NONE;
        Attention cross = layer.cross();
        double mixers = mixer(layer.mixer(), tokens, workload, split, a, keepsScores)
                + (cross == null ? 0 : mixer(cross, tokens, workload, split, a, keepsScores));
        int halves = cross == null ? 2 : 3;
        double normInputs = layer.norms() * a * hidden * residualTokens;
        double productInputs = halves * a * hidden * residualTokens;
        double masks = workload.dropout() ? halves * hidden * residualTokens : 0;
        double feedForward = FeedForwardCost.savedBytes(layer.feedForward(), hidden, tokens, split, a);
        if (recompute == Recompute.SELECTIVE_OPERATIONS) {
            return input + mixers + (layer.norms() - 1) * a * hidden * residualTokens / 2 + feedForward / 3;
        }
        return normInputs + productInputs + masks + mixers + feedForward;
    }

    /**
     * Bytes alive only while the layer is computed: gradients at its widest point in backward; the keys and values that come and go around a context-parallel ring
     * (Liu et al., arXiv 2310.01889); the widest matrix of a quantised base, dequantised (one expert's, as they are multiplied one by one).
     */
    static double transientBytes(Layer layer, long hidden, Workload workload, double tokens, Split split) {
        double a = workload.precision().activations().bytes();
        double inner = FeedForwardCost.savedBytes(layer.feedForward(), hidden, tokens, split, a);
        double ring = split.cp() > 1 ? 2 * AttentionCost.kvBytes(layer.mixer(), tokens, split.tp(), a) : 0;
        return tokens * hidden * a + inner * 2 / 3 + ring + dequantisedBytes(layer, hidden, workload, split);
    }

    private static double dequantisedBytes(Layer layer, long hidden, Workload workload, Split split) {
        if (!(workload.fineTuning() instanceof FineTuning.LowRank adapter)
                || adapter.base().bytes() >= workload.precision().parameters().bytes()) {
            return 0;
        }
        double width = layer.mixer() instanceof Attention a ? (double) a.queryWidth() / split.tp() : 0;
        if (layer.feedForward() instanceof MixtureOfExperts moe) {
            width = Math.max(width, (double) moe.sharedIntermediate() / split.tp());
            width = Math.max(width, (double) moe.expertIntermediate() / split.expertTp());
        } else if (layer.feedForward() instanceof DenseFeedForward dense) {
            width = Math.max(width, (double) dense.intermediate() / split.tp());
        }
        return hidden * width * workload.precision().parameters().bytes();
    }

    private static double mixer(
            dev.trainwright.workload.Mixer mixer,
            double tokens,
            Workload workload,
            Split split,
            double a,
            boolean keepsScores) {
        double perToken = AttentionCost.savedBytesPerToken(mixer, split.tp(), a);
        double scores = keepsScores
                ? AttentionCost.scoreBytesPerToken(mixer, workload.sequence(), split.tp(), a, workload.dropout())
                : 0;
        return tokens * (perToken + scores);
    }
}
