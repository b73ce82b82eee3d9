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
        double flops = 0;
        for (Stack stack : model.stacks()) {
            if (stack.role().equals("vision")) {
                continue;
            }
            for (LayerGroup group : stack.groups()) {
                flops += group.count() * layer(group.layer(), stack.hidden(), sequence, causal);
            }
        }
        double head = 2.0 * model.main().hidden() * model.head().vocab();
        return flops + (model.head().perToken() ? head : head / sequence);
    }

    /** FLOPs of one layer for one token, forward. */
    public static double layer(Layer layer, long hidden, long sequence, boolean causal) {
        Attention cross = layer.cross();
        double mixers = mixer(layer.mixer(), hidden, sequence, causal);
        double crossing = cross == null ? 0 : mixer(cross, hidden, sequence, causal);
        return mixers + crossing + FeedForwardCost.flopsPerToken(layer.feedForward(), hidden);
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

    private static double mixer(Mixer mixer, long hidden, long sequence, boolean causal) {
        return 2 * products(mixer, hidden) + AttentionCost.coreFlops(mixer, 1, sequence, causal);
    }

    /** Elements of the projection matrices. */
    private static double products(Mixer mixer, long hidden) {
        if (mixer instanceof Attention a) {
            return hidden * (a.queryWidth() * (a.outputGate() ? 2.0 : 1.0) + 2.0 * a.kvWidth() + a.queryWidth());
        }
        if (mixer instanceof LatentAttention a) {
            return a.parameters(hidden) - a.queryRank() - (double) a.kvRank();
        }
        return ((LinearAttention) mixer).projectionParameters();
    }
}
