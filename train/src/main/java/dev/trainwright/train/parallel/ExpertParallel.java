package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.ExpertRanks;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Expert parallelism over a group of ranks, each of which has tokens of its own: all-to-alls of them. Gradients of an expert come from the tokens of all ranks in the group.
 *
 * @param group the ranks that hold the experts between them
 * @param shards the ranks over which ZeRO cuts the same experts, this one alone without it
 * @param replicas the ranks that hold the same of the same experts
 * @param clock where the exchange is booked
 */
public record ExpertParallel(Collectives group, Collectives shards, Collectives replicas, Clock clock)
        implements ExpertRanks {
    @Override
    public int size() {
        return group.size();
    }

    @Override
    public int rank() {
        return group.rank();
    }

    @Override
    public long[] exchange(long[] numbers) {
        Tensor mine = Tensors.of(numbers, numbers.length);
        long[] each = new long[size()];
        Arrays.fill(each, numbers.length / size());
        return Tensors.longs(exchanged(mine, each, each));
    }

    @Override
    public Tensor exchange(Tensor rows, long[] to, long[] from, Tape tape) {
        Tensor come = exchanged(rows.detach(), to, from);
        if (!rows.requires_grad() || !GradMode.is_enabled()) {
            return come;
        }
        long sent = rows.size(0);
        long received = come.size(0);
        // What goes above what comes: the gradient of the lower part arrives at the hook, that of the upper leaves it.
        Tensor both = torch.cat(Tensors.vector(List.of(rows, torch.zeros_like(come))), 0);
        Tensor lower = both.narrow(0, sent, received);
        lower.variable_data().copy_(come);
        tape.observe(both, gradient -> {
            Tensor came = gradient.narrow(0, sent, received);
            Tensor back = exchanged(came, from, to);
            return torch.cat(Tensors.vector(List.of(back, torch.zeros_like(came))), 0);
        });
        return lower;
    }

    /** Adds up the experts' gradients over their replicas, where backward was scaled for sums that are multiplied by {@code factor}. */
    public void sum(List<Slot> experts, double factor) {
        Tensors.noGrad(() -> clock.run(
                Term.DATA_PARALLEL,
                () -> experts.stream()
                        .map(slot ->
                                replicas.allReduceAsync(slot.gradient().get().mul_(Tensors.scalar(factor))))
                        .toList()
                        .forEach(Pending::await)));
    }

    private Tensor exchanged(Tensor rows, long[] to, long[] from) {
        long[] shape = Tensors.shape(rows);
        shape[0] = Arrays.stream(from).sum();
        Tensor come =
                torch.empty(shape, Tensors.of(rows.scalar_type()), new org.bytedeco.pytorch.MemoryFormatOptional());
        Tensor go = rows.contiguous();
        clock.run(Term.EXPERT_PARALLEL, () -> group.allToAll(come, go, from, to).await());
        return come;
    }
}
