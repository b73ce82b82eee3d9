package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * A tensor of weights, or this rank's slice of one.
 *
 * @param name its name in a checkpoint
 * @param shape of the whole
 * @param splitDim the dimension that tensor parallelism cuts, -1 where every rank holds the whole
 * @param splitRank which slice this is
 * @param splitSize of how many
 * @param expert whether it belongs to an expert that only some ranks hold
 * @param value the leaf that gradients accumulate into
 */
public record Parameter(
        String name, long[] shape, int splitDim, int splitRank, int splitSize, boolean expert, Tensor value) {
    /** Whether every tensor-parallel rank holds the same values: neither a slice, nor an expert's that is another's elsewhere. */
    public boolean replicated() {
        return splitDim < 0 && !expert;
    }

    /** Whether it is trained, and not frozen below low-rank adapters. */
    public boolean trained() {
        return value.requires_grad();
    }

    /** Elements held here. */
    public long elements() {
        return value.numel();
    }

    /** This rank's slice of {@code whole}. */
    public Tensor slice(Tensor whole) {
        if (splitDim < 0) {
            return whole;
        }
        long width = shape[splitDim] / splitSize;
        return whole.narrow(splitDim, splitRank * width, width);
    }

    /** The gradient, or null where there is none. */
    public @org.jspecify.annotations.Nullable Tensor gradient() {
        Tensor gradient = value.grad();
        return gradient.defined() ? gradient : null;
    }

    /** Forgets the gradient and frees it. */
    public void clearGradient() {
        value.mutable_grad().put(new Tensor());
    }

    /** Writes {@code whole}'s slice into the value. */
    public void load(Tensor whole) {
        Tensors.noGrad(() -> value.copy_(slice(whole)));
    }
}
