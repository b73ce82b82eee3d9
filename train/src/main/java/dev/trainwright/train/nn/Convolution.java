package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** A 3 x 3 convolution that keeps the size, group norm and rectifier: samples x channels x height x width. */
final class Convolution implements Layer {
    private static final int GROUPS = 4;
    private static final double EPSILON = 1e-5;

    private final Parameter weight;
    private final Parameter scale;
    private final Parameter shift;

    Convolution(Weights weights, String name, int in, int out) {
        weight = weights.normal(name + ".conv.weight", Math.sqrt(2.0 / (9.0 * in)), -1, out, in, 3, 3);
        scale = weights.constant(name + ".norm.weight", 1, -1, out);
        shift = weights.constant(name + ".norm.bias", 0, -1, out);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(weight, scale, shift);
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        return torch.relu(normalised(x));
    }

    Tensor normalised(Tensor x) {
        long[] one = {1, 1};
        Tensor y = torch.conv2d(x, weight.value(), new TensorOptional(), one, one, one, 1);
        return torch.group_norm(
                y, GROUPS, new TensorOptional(scale.value()), new TensorOptional(shift.value()), EPSILON, false);
    }
}
