package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Layer norm, or RMS norm where it has no bias (Zhang and Sennrich, arXiv 1910.07467). */
final class Norm {
    private final Parameter weight;
    private final @Nullable Parameter bias;
    private final double epsilon;

    Norm(Weights weights, String name, long width, boolean rms, double epsilon) {
        this.epsilon = epsilon;
        weight = weights.constant(name + ".weight", 1, -1, width);
        bias = rms ? null : weights.constant(name + ".bias", 0, -1, width);
    }

    List<Parameter> parameters() {
        return bias == null ? List.of(weight) : List.of(weight, bias);
    }

    Tensor apply(Tensor x) {
        long[] shape = weight.shape();
        TensorOptional scale = new TensorOptional(weight.value());
        return bias == null
                ? torch.rms_norm(x, shape, scale, new DoubleOptional(epsilon))
                : torch.layer_norm(x, shape, scale, new TensorOptional(bias.value()), epsilon, false);
    }
}
