package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Summed squares of the errors of samples x 1 outputs; targets that do not count are NaN. */
final class SquaredLoss implements Layer {
    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor error = x.squeeze(-1).sub(pass.targets());
        return error.masked_fill(pass.targets().isnan(), Tensors.scalar(0))
                .square()
                .sum();
    }
}
