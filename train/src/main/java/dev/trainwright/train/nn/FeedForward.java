package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Two products with an activation between them, or three of which one gates; the inner width is split over tensor-parallel ranks. */
final class FeedForward implements Block {
    private final Activation activation;
    private final Split split;
    private final @Nullable Linear gate;
    private final Linear up;
    private final Linear down;

    /** What its three matrices are called. */
    record Names(String gate, String up, String down) {
        /** As in Llama's checkpoints. */
        static Names dense(String layer) {
            return new Names(layer + ".mlp.gate_proj", layer + ".mlp.up_proj", layer + ".mlp.down_proj");
        }

        /** As in Mixtral's. */
        static Names expert(String router, int expert) {
            String name = router + ".experts." + expert;
            return new Names(name + ".w1", name + ".w3", name + ".w2");
        }
    }

    /** The output matrix begins with values of deviation {@code last}. */
    FeedForward(Weights weights, TransformerSpec spec, Names names, double deviation, double last) {
        activation = spec.numerics().activation();
        split = weights.split();
        long h = spec.hidden();
        boolean bias = spec.feedForwardBias();
        gate = spec.gated() ? Linear.column(weights, names.gate(), h, spec.intermediate(), bias, deviation) : null;
        up = Linear.column(weights, names.up(), h, spec.intermediate(), bias, deviation);
        down = Linear.row(weights, names.down(), spec.intermediate(), h, bias, last);
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>();
        if (gate != null) {
            all.addAll(gate.parameters());
        }
        all.addAll(up.parameters());
        all.addAll(down.parameters());
        return all;
    }

    @Override
    public Tensor apply(Tensor x, Tape tape) {
        return down.applySummed(inner(split.enter(x, tape)), split, tape);
    }

    /** This rank's part of the result, of {@code x} that entered the split, without the output's bias. */
    Tensor part(Tensor x) {
        return down.product(inner(x));
    }

    private Tensor inner(Tensor x) {
        return gate == null
                ? activation.apply(up.apply(x))
                : activation.apply(gate.apply(x)).mul(up.apply(x));
    }
}
