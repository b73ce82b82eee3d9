package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Data parallelism without overlap: when backward has ended, gradients are laid into buckets of {@link ReplicaReducer}'s size and these added up. */
public final class ReplicaMean implements GradientSync {
    private final Collectives group;
    private final List<Slot> slots;
    private final List<List<Slot>> buckets;
    private final boolean every;
    private final Clock clock;
    private long lastGradient;

    /**
     * Over the replicas in {@code group}, all holding the same {@code parameters}.
     *
     * @param every whether gradients are reduced in every micro-step, rather than at the window's end
     */
    public ReplicaMean(Collectives group, List<Parameter> parameters, boolean every, Clock clock) {
        this.group = group;
        this.every = every;
        this.clock = clock;
        slots = parameters.stream().map(Slot::of).toList();
        buckets = buckets(slots);
    }

    private static List<List<Slot>> buckets(List<Slot> slots) {
        List<List<Slot>> buckets = new ArrayList<>();
        List<Slot> bucket = new ArrayList<>();
        long bytes = 0;
        for (Slot slot : slots) {
            bucket.add(slot);
            bytes += slot.weights().nbytes();
            if (bytes >= ReplicaReducer.BUCKET_BYTES) {
                buckets.add(List.copyOf(bucket));
                bucket.clear();
                bytes = 0;
            }
        }
        if (!bucket.isEmpty()) {
            buckets.add(List.copyOf(bucket));
        }
        return buckets;
    }

    @Override
    public double factor() {
        return 1.0 / group.size();
    }

    @Override
    public void beforeBackward(boolean last) {}

    @Override
    public void afterBackward(boolean last) {
        lastGradient = System.nanoTime();
        if (last || every) {
            clock.run(Term.DATA_PARALLEL, () -> Tensors.noGrad(() -> Tensors.scope(this::reduce)));
        }
    }

    private void reduce() {
        List<Runnable> landing = new ArrayList<>();
        for (List<Slot> bucket : buckets) {
            Tensor flat = torch.cat(new TensorVector(
                    bucket.stream().map(slot -> slot.gradient().get().view(-1)).toArray(Tensor[]::new)));
            Pending sum = group.allReduceAsync(flat);
            landing.add(() -> {
                sum.await();
                flat.mul_(Tensors.scalar(factor()));
                long from = 0;
                for (Slot slot : bucket) {
                    Tensor gradient = slot.gradient().get();
                    gradient.copy_(flat.narrow(0, from, gradient.numel()).view_as(gradient));
                    from += gradient.numel();
                }
            });
        }
        landing.forEach(Runnable::run);
    }

    @Override
    public double arrival(long startNanos) {
        return (lastGradient - startNanos) * 1e-9;
    }

    @Override
    public List<Slot> slots() {
        return slots;
    }
}
