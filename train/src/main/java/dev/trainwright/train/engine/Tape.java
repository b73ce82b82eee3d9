package dev.trainwright.train.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;

/** Keeps the Java objects that one graph's backward pass refers to, hooks and the tensors they use, from its forward pass to the end of its backward pass. */
public final class Tape implements AutoCloseable {
    private final List<Pointer> kept = new ArrayList<>();

    /** The same values as {@code x}; backward passes its complete gradient through {@code body} first. */
    public Tensor onGradient(Tensor x, UnaryOperator<Tensor> body) {
        Tensor same = x.view_as(x);
        observe(same, body);
        return same;
    }

    /** Passes the complete gradient of {@code x} itself through {@code body}. */
    public void observe(Tensor x, UnaryOperator<Tensor> body) {
        Hook hook = new Hook(body);
        hook.retainReference();
        kept.add(hook);
        x.register_hook(hook);
    }

    /** Keeps {@code x}, which a hook uses, beyond the scope that it was made in. */
    public Tensor keep(Tensor x) {
        Tensor own = Tensors.own(x);
        own.retainReference();
        kept.add(own);
        return own;
    }

    @Override
    public void close() {
        kept.forEach(Pointer::releaseReference);
        kept.clear();
    }
}
