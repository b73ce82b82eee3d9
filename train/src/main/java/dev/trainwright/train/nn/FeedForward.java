package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Two products with an activation between them, or three of which one gates; the inner width is split over tensor-parallel ranks. */
final class FeedForward {
    private final Activation activation;
    private final Split split;
    private final @Nullable Linear gate;
    private final Linear up;
    private final Linear down;

    /**
     * Under the names that Llama's checkpoints have.
     *
     * @param last deviation of the output matrix
     */
    FeedForward(Weights weights, TransformerSpec spec, String name, double deviation, double last) {
        activation = spec.numerics().activation();
        split = weights.split();
        long h = spec.hidden();
        boolean bias = spec.feedForwardBias();
        gate = spec.gated()
                ? Linear.column(weights, name + ".gate_proj", h, spec.intermediate(), bias, deviation)
                : null;
        up = Linear.column(weights, name + ".up_proj", h, spec.intermediate(), bias, deviation);
        down = Linear.row(weights, name + ".down_proj", spec.intermediate(), h, bias, last);
    }

    List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>();
        if (gate != null) {
            all.addAll(gate.parameters());
        }
        all.addAll(up.parameters());
        all.addAll(down.parameters());
        return all;
    }

    /** Of {@code x} that entered the split. */
    Tensor apply(Tensor x) {
        Tensor inner = gate == null
                ? activation.apply(up.apply(x))
                : activation.apply(gate.apply(x)).mul(up.apply(x));
        return down.applySummed(inner, split);
    }
}
