package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** The second half of a transformer's layer, without its norm and residual. */
interface Block {
    List<Parameter> parameters();

    /** Of batch x sequence x hidden, the same shape. */
    Tensor apply(Tensor x, Tape tape);
}
