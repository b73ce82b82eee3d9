package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Split;
import dev.trainwright.train.world.Collectives;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.StorageImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Tensor parallelism whose ranks hold a part of the sequence each between the products that they share (Korthikanti et al., arXiv 2205.05198, section 4.2.2): an all-gather where they
 * enter, a reduce-scatter where they leave. What was gathered is freed until backward gathers it again.
 */
public final class SequenceParallel implements Split {
    private final TensorParallel products;
    private final Collectives group;
    private final Clock clock;
    private final List<Gathered> inside = new ArrayList<>();

    /** Over the ranks of {@code group}. */
    public SequenceParallel(Collectives group, Clock clock) {
        this.products = new TensorParallel(group, clock);
        this.group = group;
        this.clock = clock;
    }

    @Override
    public int size() {
        return products.size();
    }

    @Override
    public int rank() {
        return products.rank();
    }

    @Override
    public int sequenceParts() {
        return size();
    }

    /** The whole sequence forward, this rank's part of the summed gradient backward. */
    @Override
    public Tensor enter(Tensor x, Tape tape) {
        if (!x.requires_grad() || !GradMode.is_enabled()) {
            return gather(x);
        }
        // Padding's backward takes a gradient's first rows.
        Tensor whole = padded(x);
        Gathered gathered = new Gathered(tape.keep(whole.detach()), tape.keep(x.detach()));
        gathered.fill();
        inside.add(gathered);
        tape.observe(whole, gradient -> {
            gathered.release();
            return padded(scatter(gradient));
        });
        return whole;
    }

    /** This rank's part of the sum forward, the whole sequence's gradient backward. */
    @Override
    public Tensor exit(Tensor partial, Tape tape) {
        Tensor mine = scatter(partial.detach());
        long length = mine.size(1);
        // Narrowing's backward puts a gradient into the first rows; no backward formula reads what stood there.
        Tensor first = partial.narrow(1, 0, length);
        first.variable_data().copy_(mine);
        List<Gathered> left = List.copyOf(inside);
        inside.clear();
        left.forEach(Gathered::release);
        if (partial.requires_grad()) {
            tape.observe(partial, gradient -> {
                left.forEach(Gathered::fill);
                return gather(gradient.narrow(1, 0, length));
            });
        }
        return first;
    }

    @Override
    public Tensor lossSum(Tensor logits, Tensor targets) {
        inside.clear();
        return products.lossSum(logits, targets);
    }

    @Override
    public long correct(Tensor logits, Tensor targets) {
        return products.correct(logits, targets);
    }

    /** Adds up the gradients of what every rank holds, since each has seen its part of the sequence only. */
    public void sumReplicated(Iterable<Slot> slots) {
        List<Tensor> gradients = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot.replicated()) {
                gradients.add(slot.gradient().get());
            }
        }
        Tensors.noGrad(() -> {
            Tensor flat = torch.cat(Tensors.vector(
                    gradients.stream().map(gradient -> gradient.view(-1)).toList()));
            clock.tensorParallel(() -> group.allReduce(flat));
            long from = 0;
            for (Tensor gradient : gradients) {
                gradient.copy_(flat.narrow(0, from, gradient.numel()).view_as(gradient));
                from += gradient.numel();
            }
        });
    }

    /** A whole sequence that is there while it is needed. */
    private final class Gathered {
        private final Tensor whole;
        private final Tensor part;
        private final long bytes;

        Gathered(Tensor whole, Tensor part) {
            this.whole = whole;
            this.part = part;
            bytes = whole.nbytes();
        }

        void fill() {
            StorageImpl storage = whole.storage().unsafeGetStorageImpl();
            if (storage.nbytes() == 0) {
                storage.set_data_ptr_noswap(storage.allocator()._allocate(bytes));
                storage.set_nbytes(bytes);
            }
            // Written behind autograd's back: the values are those that were there when the graph was made.
            whole.variable_data().copy_(gather(part));
        }

        void release() {
            whole.storage().unsafeGetStorageImpl().reset();
        }
    }

    private Tensor padded(Tensor part) {
        return torch.constant_pad_nd(part, new long[] {0, 0, 0, part.size(1) * (size() - 1)});
    }

    /** Batch x sequence / ranks x width of every rank to batch x sequence x width. */
    private Tensor gather(Tensor part) {
        Tensor own = part.contiguous();
        Tensor all = torch.empty_like(own).unsqueeze(0).repeat(size(), 1, 1, 1);
        clock.tensorParallel(() -> group.allGather(all.view(-1), own.view(-1)).await());
        return all.transpose(0, 1).flatten(1, 2);
    }

    /** The reverse, added up over the ranks. */
    private Tensor scatter(Tensor whole) {
        long length = whole.size(1) / size();
        Tensor byRank = whole.view(whole.size(0), size(), length, whole.size(2))
                .transpose(0, 1)
                .contiguous();
        Tensor mine = torch.zeros_like(byRank.select(0, 0));
        Tensor parts = torch.empty_like(byRank).view(-1);
        clock.tensorParallel(
                () -> group.reduceScatter(mine.view(-1), byRank.view(-1), parts).await());
        return mine;
    }
}
