package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** The first convolution of a residual network, a rectifier, and the largest of each 3 x 3 neighbourhood at stride 2. */
record Stem(Convolution convolution) implements Layer {
    @Override
    public List<Parameter> parameters() {
        return convolution.parameters();
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        return torch.max_pool2d(
                torch.relu(convolution.apply(x)),
                new long[] {3, 3},
                new long[] {2, 2},
                new long[] {1, 1},
                new long[] {1, 1},
                false);
    }
}
