package dev.trainwright.train.engine;

import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.TensorTensorHook;

/**
 * What happens to a tensor's gradient on its way back, in Java. Autograd functions cannot be written in Java; a hook on an identity can do the same.
 * The graph does not own the hook: {@link Tape} keeps it.
 */
final class Hook extends TensorTensorHook {
    private final UnaryOperator<Tensor> body;

    Hook(UnaryOperator<Tensor> body) {
        this.body = body;
    }

    @Override
    public TensorBase call(TensorBase gradient) {
        return Tensors.scope(() -> body.apply(new Tensor(gradient)));
    }
}
