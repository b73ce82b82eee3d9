package dev.trainwright.train.nn;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime needs to know of a transformer, read from the workload's description.
 *
 * @param hidden h
 * @param layers number of layers
 * @param heads query heads
 * @param kvHeads key and value heads
 * @param headSize d
 * @param intermediate f, of one expert where there are several
 * @param gated SwiGLU instead of GELU
 * @param rms RMS norms instead of layer norms
 * @param attentionBias which of the four projections have biases
 * @param feedForwardBias whether the feed-forward matrices have
 * @param causal whether a token sees only earlier ones
 * @param vocab V
 * @param positions rows of the learnt position table, 0 for rotary positions
 * @param tied whether the output matrix is the token table
 * @param experts of every layer, 0 for a dense feed-forward part
 * @param topK experts that a token visits
 * @param numerics what it computes with
 */
public record TransformerSpec(
        long hidden,
        int layers,
        int heads,
        int kvHeads,
        int headSize,
        long intermediate,
        boolean gated,
        boolean rms,
        AttentionBias attentionBias,
        boolean feedForwardBias,
        boolean causal,
        long vocab,
        long positions,
        boolean tied,
        int experts,
        int topK,
        Numerics numerics)
        implements Network {
    /** Deviation of initial weights, GPT-2's. */
    static final double DEVIATION = 0.02;

    /**
     * Reads {@code model}.
     *
     * @throws UnsupportedOperationException naming what the runtime does not have
     */
    public static TransformerSpec of(Transformer model) {
        TransformerSpec spec = read(model);
        refuse(
                model,
                spec.parameters() != model.parameters(),
                "parameters besides token and position tables, layers, final norm and head");
        return spec;
    }

    /** Reads the layers; what else there is may be more than a decoder has. */
    static TransformerSpec read(Transformer model) {
        Stack stack = model.main();
        refuse(model, model.stacks().size() != 1, "more than one stack of layers");
        refuse(model, stack.groups().size() != 1, "layers of different shapes");
        LayerGroup group = stack.groups().get(0);
        dev.trainwright.workload.Layer layer = group.layer();
        refuse(model, group.shared(), "layers that share their weights");
        refuse(model, !(layer.mixer() instanceof Attention), "a token mixer other than attention");
        Attention attention = (Attention) layer.mixer();
        @Nullable MixtureOfExperts mixture = layer.feedForward() instanceof MixtureOfExperts routed ? routed : null;
        refuse(
                model,
                mixture != null
                        && (mixture.sharedIntermediate() > 0
                                || mixture.parameters(stack.hidden()) != plain(mixture, stack.hidden())),
                "shared experts, or biases in experts or router");
        refuse(model, attention.normParameters() != 0 || attention.outputGate(), "norms or gates inside attention");
        refuse(model, attention.window() != null, "a sliding window");
        refuse(model, layer.norms() != 2, "other than two norms a layer");
        long h = stack.hidden();
        boolean rms = layer.normParameters() == 2 * h;
        refuse(model, !rms && layer.normParameters() != 4 * h, "norms of an unknown kind");
        long inputs = attention.queryWidth() + 2 * attention.kvWidth();
        long biases = attention.biasParameters();
        refuse(model, biases != 0 && biases != inputs && biases != inputs + h, "biases on some projections");
        DenseFeedForward inner = inner(layer.feedForward());
        return new TransformerSpec(
                h,
                group.count(),
                attention.heads(),
                attention.kvHeads(),
                attention.headSize(),
                inner.intermediate(),
                inner.gated(),
                rms,
                biases == 0 ? AttentionBias.NONE : biases == inputs ? AttentionBias.INPUTS : AttentionBias.ALL,
                inner.biasParameters() != 0,
                attention.causal(),
                model.head().vocab(),
                table(stack, "position table") / h,
                model.head().tied(),
                mixture == null ? 0 : mixture.experts(),
                mixture == null ? 0 : mixture.topK(),
                Numerics.of(model));
    }

    @Override
    public String unit() {
        return "tokens";
    }

    @Override
    public List<Layer> layers(Weights weights) {
        List<Layer> all = new ArrayList<>();
        Embedding embedding = new Embedding(weights, this, DEVIATION);
        all.add(embedding);
        for (int i = 0; i < layers; i++) {
            all.add(new DecoderLayer(weights, this, i, DEVIATION));
        }
        Parameter table = tied ? embedding.table() : weights.normal("lm_head.weight", DEVIATION, 0, vocab, hidden);
        all.add(new LanguageHead(weights, this, table));
        return List.copyOf(all);
    }

    @Override
    public long[] boundary(Tensor inputs) {
        return new long[] {inputs.size(0), inputs.size(1), hidden};
    }

    @Override
    public long parameters() {
        long norm = hidden * (rms ? 1 : 2);
        long biases = switch (attentionBias) {
            case NONE -> 0;
            case INPUTS -> queryWidth() + 2 * kvWidth();
            case ALL -> queryWidth() + 2 * kvWidth() + hidden;
        };
        long attention = hidden * (2 * queryWidth() + 2 * kvWidth()) + biases;
        long matrices = gated ? 3 : 2;
        long one = matrices * hidden * intermediate + (feedForwardBias ? (matrices - 1) * intermediate + hidden : 0);
        long feedForward = experts == 0 ? one : experts * (one + hidden);
        return (tied ? 1 : 2) * vocab * hidden
                + positions * hidden
                + layers * (attention + feedForward + 2 * norm)
                + norm;
    }

    /** Width of all query heads together. */
    long queryWidth() {
        return (long) heads * headSize;
    }

    /** Width of all key heads (or value heads) together. */
    long kvWidth() {
        return (long) kvHeads * headSize;
    }

    /** A dense feed-forward part, or one of the experts. */
    static DenseFeedForward inner(dev.trainwright.workload.FeedForward feedForward) {
        return feedForward instanceof MixtureOfExperts mixture
                ? new DenseFeedForward(mixture.expertIntermediate(), mixture.gated(), mixture.expertBias())
                : (DenseFeedForward) feedForward;
    }

    /** Parameters of matrices and a router alone. */
    private static long plain(MixtureOfExperts mixture, long hidden) {
        return mixture.experts() * hidden * (mixture.matrices() * mixture.expertIntermediate() + 1);
    }

    static long table(Stack stack, String name) {
        return stack.embedding().stream()
                .filter(group -> group.name().equals(name))
                .mapToLong(ParameterGroup::count)
                .sum();
    }

    static void refuse(Transformer model, boolean condition, String what) {
        if (condition) {
            throw new UnsupportedOperationException(model.name() + " (" + model.family() + ") has " + what
                    + ", which can be forecast but not yet trained here");
        }
    }
}
