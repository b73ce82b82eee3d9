package dev.trainwright.train.nn;

import dev.trainwright.workload.ConvNet;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** A convolution without bias whose padding keeps the border, and group norm: samples x channels x height x width. */
final class Convolution {
    private static final long GROUPS = 32;
    private static final double EPSILON = 1e-5;

    private final Parameter weight;
    private final Parameter scale;
    private final Parameter shift;
    private final long[] stride;
    private final long[] padding;

    /** Initial weights keep the variance through a rectifier (He et al., arXiv 1502.01852), counted by outputs as torchvision does. */
    Convolution(Weights weights, String name, String norm, ConvNet.Convolution shape, int stride) {
        int kernel = shape.kernelHeight();
        int out = shape.outputChannels();
        weight = weights.normal(
                name + ".weight",
                Math.sqrt(2.0 / (kernel * kernel * out)),
                -1,
                out,
                shape.inputChannels(),
                kernel,
                kernel);
        scale = weights.constant(norm + ".weight", 1, -1, out);
        shift = weights.constant(norm + ".bias", 0, -1, out);
        this.stride = new long[] {stride, stride};
        padding = new long[] {kernel / 2, kernel / 2};
    }

    List<Parameter> parameters() {
        return List.of(weight, scale, shift);
    }

    Tensor apply(Tensor x) {
        Tensor y = torch.conv2d(x, weight.value(), new TensorOptional(), stride, padding, new long[] {1, 1}, 1);
        return torch.group_norm(
                y, GROUPS, new TensorOptional(scale.value()), new TensorOptional(shift.value()), EPSILON, false);
    }
}
