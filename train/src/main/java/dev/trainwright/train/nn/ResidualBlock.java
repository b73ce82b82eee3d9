package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Two or three convolutions beside an identity or a projection. */
final class ResidualBlock implements Layer {
    private final List<Convolution> convolutions = new ArrayList<>();
    private final @Nullable Convolution shortcut;

    /** The stride is that of the first 3 x 3 convolution, as in torchvision. */
    ResidualBlock(Weights weights, ResidualNetwork.Block block) {
        boolean strided = false;
        for (int i = 0; i < block.convolutions().size(); i++) {
            var shape = block.convolutions().get(i);
            boolean here = !strided && shape.kernelHeight() == 3;
            strided |= here;
            convolutions.add(new Convolution(
                    weights,
                    block.name() + ".conv" + (i + 1),
                    block.name() + ".bn" + (i + 1),
                    shape,
                    here ? block.stride() : 1));
        }
        shortcut = block.shortcut() == null
                ? null
                : new Convolution(
                        weights,
                        block.name() + ".downsample.0",
                        block.name() + ".downsample.1",
                        block.shortcut(),
                        block.stride());
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>();
        convolutions.forEach(convolution -> all.addAll(convolution.parameters()));
        if (shortcut != null) {
            all.addAll(shortcut.parameters());
        }
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor y = x;
        for (int i = 0; i < convolutions.size(); i++) {
            y = convolutions.get(i).apply(i == 0 ? y : torch.relu(y));
        }
        return torch.relu(y.add(shortcut == null ? x : shortcut.apply(x)));
    }
}
