package dev.trainwright.train.trainer;

import dev.trainwright.train.engine.Tensors;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Small helpers of the update rules. */
final class States {
    private States() {}

    static Tensor like(Tensor weights) {
        return Tensors.keep(Tensors.zeros(weights.scalar_type(), Tensors.shape(weights)));
    }

    static Tensor get(Map<String, Tensor> state, String name) {
        return Objects.requireNonNull(state.get(name));
    }

    static Scalar scalar(double value) {
        return Tensors.scalar(value);
    }
}
