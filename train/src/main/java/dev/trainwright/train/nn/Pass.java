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
 * @param attention runs attention between its products
 */
public record Pass(Tensor targets, Tape tape, @Nullable Tally tally, AttentionCore attention) {
    /** One that keeps what attention leaves for backward. */
    public Pass(Tensor targets, Tape tape, @Nullable Tally tally) {
        this(targets, tape, tally, AttentionCore.KEPT);
    }

    /** The same with {@code other} running attention between its products. */
    public Pass with(AttentionCore other) {
        return new Pass(targets, tape, tally, other);
    }

    /** The summed loss of logits over {@code split}, right predictions counted where that is asked. */
    Tensor loss(Split split, Tensor logits) {
        if (tally != null) {
            tally.add(split.correct(logits, targets.flatten()));
        }
        return split.lossSum(logits, targets.flatten());
    }
}
