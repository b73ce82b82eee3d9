package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * One micro-batch on its way through the layers.
 *
 * @param targets what the loss compares with
 * @param tape keeps the hooks of its graph
 * @param tally counts right predictions, null where nobody asks
 */
public record Pass(Tensor targets, Tape tape, @Nullable Tally tally) {
    /** The summed loss of logits over {@code split}, right predictions counted where that is asked. */
    Tensor loss(Split split, Tensor logits) {
        if (tally != null) {
            tally.add(split.correct(logits, targets.flatten()));
        }
        return split.lossSum(logits, targets.flatten());
    }
}
