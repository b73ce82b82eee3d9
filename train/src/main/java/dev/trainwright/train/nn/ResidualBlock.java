package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Two convolutions beside an identity. */
final class ResidualBlock implements Layer {
    private final Convolution first;
    private final Convolution second;

    ResidualBlock(Weights weights, String name, int channels) {
        first = new Convolution(weights, name + ".0", channels, channels);
        second = new Convolution(weights, name + ".1", channels, channels);
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(first.parameters());
        all.addAll(second.parameters());
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        return torch.relu(x.add(second.normalised(first.forward(x, pass))));
    }
}
