package dev.trainwright.cost;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;

/** Model FLOPs, the numerator of MFU: what the model's arithmetic asks for, once, whatever the machine does again (Chowdhery et al., arXiv 2204.02311, appendix B). */
public final class ModelFlops {
    private ModelFlops() {}

    /**
     * FLOPs of one token, forward.
     *
     * @param sequence tokens of a sample
     * @param causal count only the keys that a causal query may see; otherwise all of them, as PaLM's and Megatron's MFU do
     */
    public static double forwardPerToken(Transformer model, long sequence, boolean causal) {
        return byOperation(model, sequence, causal).total();
    }

    /** {@link #forwardPerToken} by operation; of a vision tower, which sees images and not tokens, nothing. */
    public static TokenFlops byOperation(Transformer model, long sequence, boolean causal) {
        double head = 2.0 * model.main().hidden() * model.head().vocab();
        TokenFlops flops = new TokenFlops(0, 0, 0, model.head().perToken() ? head : head / sequence);
        for (Stack stack : model.stacks()) {
            if (!stack.ofTokens()) {
                continue;
            }
            for (LayerGroup group : stack.groups()) {
                flops = flops.plus(
                        layer(group.layer(), stack.hidden(), sequence, causal).times(group.count()));
            }
        }
        return flops;
    }

    private static TokenFlops layer(Layer layer, long hidden, long sequence, boolean causal) {
        Attention cross = layer.cross();
        TokenFlops mixers = mixer(layer.mixer(), hidden, sequence, causal);
        TokenFlops both = cross == null ? mixers : mixers.plus(mixer(cross, hidden, sequence, causal));
        return both.plus(new TokenFlops(0, 0, FeedForwardCost.flopsPerToken(layer.feedForward(), hidden), 0));
    }

    /** FLOPs of one image, forward. */
    public static double forwardPerImage(ConvNet net) {
        double convolutions = net.convolutions().stream()
                .mapToDouble(ConvNet.Convolution::flops)
                .sum();
        double dense = net.dense().stream()
                .mapToDouble(d -> 2.0 * d.inputs() * d.outputs())
                .sum();
        return convolutions + dense;
    }

    private static TokenFlops mixer(Mixer mixer, long hidden, long sequence, boolean causal) {
        return new TokenFlops(2 * products(mixer, hidden), AttentionCost.coreFlops(mixer, 1, sequence, causal), 0, 0);
    }

    /** Elements of the projection matrices. */
    private static double products(Mixer mixer, long hidden) {
        if (mixer instanceof Attention a) {
            return hidden
                    * (a.queryWidth() * (a.outputGate() ? 2.0 : 1.0)
                            + (double) a.kvMatrices() * a.kvWidth()
                            + a.queryWidth());
        }
        if (mixer instanceof LatentAttention a) {
            return a.parameters(hidden) - a.otherParameters() - a.queryRank() - (double) a.kvRank();
        }
        return ((LinearAttention) mixer).projectionParameters();
    }
}
