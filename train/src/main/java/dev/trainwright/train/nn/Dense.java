package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Images or features flattened, a product and a bias, and perhaps a rectifier. */
final class Dense implements Layer {
    private final Linear linear;
    private final boolean rectify;

    Dense(Weights weights, String name, long in, long out, boolean rectify) {
        linear = Linear.whole(weights, name, in, out, Math.sqrt(2.0 / in));
        this.rectify = rectify;
    }

    @Override
    public List<Parameter> parameters() {
        return linear.parameters();
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor y = linear.apply(x.flatten(1, -1));
        return rectify ? torch.relu(y) : y;
    }
}
