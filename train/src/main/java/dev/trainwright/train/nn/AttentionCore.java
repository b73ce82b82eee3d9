package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Runs the part of attention between its products. */
@FunctionalInterface
public interface AttentionCore {
    /** What it leaves for backward is kept. */
    AttentionCore KEPT = (inputs, core, tape) -> core.of(inputs);

    /** Softmax attention of queries, keys and values, each batch x heads x sequence x head size; the shape of the queries. */
    @FunctionalInterface
    interface Core {
        Tensor of(List<Tensor> inputs);
    }

    /** The {@code core} of {@code inputs}. */
    Tensor run(List<Tensor> inputs, Core core, Tape tape);
}
