package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.world.Collectives;
import java.util.List;
import org.bytedeco.pytorch.BoolVector;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.Reducer;
import org.bytedeco.pytorch.SizeTStringMap;
import org.bytedeco.pytorch.SizeTVector;
import org.bytedeco.pytorch.SizeTVectorVector;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Data parallelism as PyTorch's DDP does it (Li et al., arXiv 2006.15704): c10d's own reducer sums gradients in buckets while backward still runs.
 *
 * <p>The reducer arranges its buckets anew after the first backward pass, in the order in which gradients came, and for more than two ranks the arrangement
 * decides the order of additions. So that a restarted run adds in the same order as an undisturbed one, {@link #settle} has that happen before training starts.
 */
public final class ReplicaReducer implements GradientSync {
    private static final long FIRST_BUCKET_BYTES = 1024 * 1024;
    static final long BUCKET_BYTES = 25 * 1024 * 1024;

    private final Collectives group;
    private final List<Slot> slots;
    private final boolean every;
    private final Clock clock;
    private final Reducer reducer;
    private final Tape tape = new Tape();
    private long firstGradient;
    private long lastGradient;

    /**
     * Over the replicas in {@code group}, all holding the same {@code parameters}.
     *
     * @param every whether gradients are reduced in every micro-step, rather than at the window's end
     */
    public ReplicaReducer(Collectives group, List<Parameter> parameters, boolean every, Clock clock) {
        this.group = group;
        this.every = every;
        this.clock = clock;
        slots = parameters.stream().map(Slot::of).toList();
        reducer = Tensors.scopeOf(() -> reducer(
                group.processGroup(),
                Tensors.vector(parameters.stream().map(Parameter::value).toList())));
        // The first parameter's gradient is the last to come: what backward still takes afterwards is waiting for the
        // buckets.
        tape.observe(parameters.get(0).value(), gradient -> {
            lastGradient = System.nanoTime();
            return gradient;
        });
        tape.observe(parameters.get(parameters.size() - 1).value(), gradient -> {
            firstGradient = System.nanoTime();
            return gradient;
        });
    }

    private static Reducer reducer(ProcessGroup group, TensorVector tensors) {
        SizeTVectorVector inOrder = torch.compute_bucket_assignment_by_size(
                        tensors, new SizeTVector(FIRST_BUCKET_BYTES, BUCKET_BYTES))
                .get0();
        SizeTVector[] reversed = new SizeTVector[Math.toIntExact(inOrder.size())];
        for (int i = 0; i < reversed.length; i++) {
            reversed[i] = inOrder.get(reversed.length - 1 - i);
        }
        Reducer reducer = new Reducer(
                tensors,
                new SizeTVectorVector(reversed),
                group,
                new BoolVector(new boolean[Math.toIntExact(tensors.size())]),
                BUCKET_BYTES,
                false,
                false,
                new SizeTStringMap(),
                FIRST_BUCKET_BYTES,
                false,
                false);
        reducer.retainReference();
        return reducer;
    }

    /** After a first backward pass like those of the training to come, whose gradients are dropped: arranges the buckets by it. */
    public void settle() {
        reducer.rebuild_buckets();
    }

    /** The reducer averages. */
    @Override
    public double factor() {
        return 1.0 / group.size();
    }

    @Override
    public void beforeBackward(boolean last) {
        if (last || every) {
            reducer.prepare_for_forward();
            reducer.prepare_for_backward(new TensorVector());
        }
    }

    @Override
    public void backward(Runnable pass) {
        group.guardedRun("reduction of gradients", pass);
    }

    @Override
    public void afterBackward(boolean last) {
        if (last || every) {
            double waited = (System.nanoTime() - lastGradient) * 1e-9;
            clock.add(Term.DATA_PARALLEL, waited);
            clock.add(Term.BACKWARD, -waited);
            clock.communicated("gradient buckets (dp)", firstGradient);
        }
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
