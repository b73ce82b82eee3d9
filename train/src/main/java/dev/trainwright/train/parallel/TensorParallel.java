package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Losses;
import dev.trainwright.train.nn.Split;
import dev.trainwright.train.world.Collectives;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;

/**
 * Tensor parallelism over a group (Shoeybi et al., arXiv 1909.08053). Autograd functions cannot be written in Java, so f is a hook on an identity, and g adds up
 * in the memory of an output that no backward step reads.
 *
 * @param group the ranks that share each layer
 * @param clock where waiting for the group is booked
 */
public record TensorParallel(Collectives group, Clock clock) implements Split {
    @Override
    public int size() {
        return group.size();
    }

    @Override
    public int rank() {
        return group.rank();
    }

    @Override
    public Tensor enter(Tensor x, Tape tape) {
        return x.requires_grad() && GradMode.is_enabled() ? tape.onGradient(x, gradient -> sum(gradient.clone())) : x;
    }

    @Override
    public Tensor exit(Tensor partial, Tape tape) {
        return summed(partial);
    }

    private Tensor summed(Tensor partial) {
        sum(partial.detach());
        return partial;
    }

    /** Without ever gathering the logits: three small all-reduces (section 3 of the paper). */
    @Override
    public Tensor lossSum(Tensor logits, Tensor targets) {
        Tensor highest = highest(logits);
        Tensor shifted = logits.sub(highest.unsqueeze(-1));
        Tensor total = summed(shifted.exp().sum(new long[] {-1}, false, new org.bytedeco.pytorch.ScalarTypeOptional()));
        return total.log()
                .sub(predicted(shifted, targets))
                .masked_fill(targets.eq(Tensors.scalar(Losses.IGNORED)), Tensors.scalar(0))
                .sum();
    }

    @Override
    public long correct(Tensor logits, Tensor targets) {
        return predicted(logits, targets)
                .ge(highest(logits))
                .logical_and(targets.ne(Tensors.scalar(Losses.IGNORED)))
                .sum()
                .item_long();
    }

    /** The largest of each row of {@code logits} over all ranks. */
    private Tensor highest(Tensor logits) {
        Tensor highest = logits.detach().amax(new long[] {-1}, false);
        clock.tensorParallel(() -> group.allReduceMax(highest));
        return highest;
    }

    /** The logit of each row's target, whichever rank holds it; 0 for rows that do not count. */
    private Tensor predicted(Tensor logits, Tensor targets) {
        long width = logits.size(-1);
        Tensor local = targets.sub(Tensors.scalar((double) width * rank()));
        Tensor foreign = local.lt(Tensors.scalar(0))
                .logical_or(local.ge(Tensors.scalar(width)))
                .logical_or(targets.eq(Tensors.scalar(Losses.IGNORED)));
        Tensor index = local.masked_fill(foreign, Tensors.scalar(0)).to(targets.scalar_type());
        return summed(logits.gather(-1, index.unsqueeze(-1)).squeeze(-1).masked_fill(foreign, Tensors.scalar(0)));
    }

    private Tensor sum(Tensor tensor) {
        clock.tensorParallel(() -> group.allReduce(tensor));
        return tensor;
    }
}
