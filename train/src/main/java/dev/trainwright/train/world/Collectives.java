package dev.trainwright.train.world;

import dev.trainwright.train.engine.Tensors;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.BackendOptional;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.ReduceOp;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of one process group. A group of one rank calls none: every operation is then done where it stands.
 *
 * <p>Results are summed, never averaged, so that whoever divides divides once.
 */
public final class Collectives {
    private final String name;
    private final List<Integer> ranks;
    private final int rank;
    private final @Nullable ProcessGroupGloo gloo;
    private final @Nullable Store store;
    private final Supplier<String> suspects;
    private final Trace trace;

    Collectives(
            String name,
            List<Integer> ranks,
            int rank,
            @Nullable ProcessGroupGloo gloo,
            @Nullable Store store,
            Supplier<String> suspects,
            Trace trace) {
        this.name = name;
        this.ranks = List.copyOf(ranks);
        this.rank = rank;
        this.gloo = gloo;
        this.store = store;
        this.suspects = suspects;
        this.trace = trace;
    }

    /** Ranks in the group. */
    public int size() {
        return ranks.size();
    }

    /** This process's rank in the group. */
    public int rank() {
        return rank;
    }

    /** Adds up {@code tensor} over the group, in place. */
    public void allReduce(Tensor tensor) {
        allReduceAsync(tensor).await();
    }

    /** Starts adding up {@code tensor} over the group, in place. */
    public Pending allReduceAsync(Tensor tensor) {
        return reduce(tensor, ReduceOp.RedOpType.SUM);
    }

    /** The largest of each element over the group, in place. */
    public void allReduceMax(Tensor tensor) {
        reduce(tensor, ReduceOp.RedOpType.MAX).await();
    }

    private Pending reduce(Tensor tensor, ReduceOp.RedOpType operation) {
        return gloo == null
                ? Pending.DONE
                : start("all-reduce", () -> {
                    AllreduceOptions options = new AllreduceOptions();
                    options.reduceOp(new ReduceOp(operation));
                    return gloo.allreduce(new TensorVector(tensor), options);
                });
    }

    /** The sum of one number over the group. */
    public double sum(double value) {
        if (gloo == null) {
            return value;
        }
        Tensor tensor = Tensors.of(ScalarType.Double, new double[] {value}, 1);
        allReduce(tensor);
        return tensor.item_double();
    }

    /** Every rank's numbers, by rank; each tells equally many. */
    public double[][] gather(double... values) {
        Tensor mine = Tensors.of(ScalarType.Double, values, values.length);
        Tensor all = Tensors.zeros(ScalarType.Double, (long) size() * values.length);
        allGather(all, mine).await();
        double[] flat = Tensors.doubles(all);
        double[][] byRank = new double[size()][];
        for (int r = 0; r < byRank.length; r++) {
            byRank[r] = java.util.Arrays.copyOfRange(flat, r * values.length, (r + 1) * values.length);
        }
        return byRank;
    }

    /** Starts gathering {@code shard} of every rank, in rank order, into {@code whole} of {@code size()} times its elements. */
    public Pending allGather(Tensor whole, Tensor shard) {
        if (gloo == null) {
            whole.view(-1).copy_(shard.view(-1));
            return Pending.DONE;
        }
        return start("all-gather", () -> gloo._allgather_base(whole, shard));
    }

    /**
     * Starts adding up {@code whole} over the group; rank r's share r of the sum is added to {@code shard}.
     *
     * <p>c10d has Gloo sum a copy of the whole on every rank and then cut it. Here each rank sends the others their shares, half the bytes, and adds up its own in rank order.
     *
     * @param parts takes what the others send: as many elements as {@code whole}
     */
    public Pending reduceScatter(Tensor shard, Tensor whole, Tensor parts) {
        if (gloo == null) {
            shard.add_(whole);
            return Pending.DONE;
        }
        Pending exchange =
                start("reduce-scatter", () -> gloo.alltoall_base(parts, whole, new LongVector(), new LongVector()));
        return () -> {
            exchange.await();
            long share = shard.numel();
            for (int r = 0; r < size(); r++) {
                shard.add_(parts.narrow(0, r * share, share));
            }
        };
    }

    /**
     * Starts sending the rows of {@code out} to all ranks and receiving theirs into {@code in}.
     *
     * @param from rows that come from each rank, in rank order
     * @param to rows that go to each rank, in rank order
     */
    public Pending allToAll(Tensor in, Tensor out, long[] from, long[] to) {
        if (gloo == null) {
            in.copy_(out);
            return Pending.DONE;
        }
        return start("all-to-all", () -> gloo.alltoall_base(in, out, new LongVector(from), new LongVector(to)));
    }

    /** Copies {@code tensor} of the group's rank {@code root} to all others, in place. */
    public void broadcast(Tensor tensor, int root) {
        if (gloo != null) {
            start("broadcast", () -> {
                        BroadcastOptions options = new BroadcastOptions();
                        options.rootRank(root);
                        return gloo.broadcast(new TensorVector(tensor), options);
                    })
                    .await();
        }
    }

    /** Starts sending {@code tensor} to the group's rank {@code to}; {@code tag} tells apart what is under way at once. */
    public Pending send(Tensor tensor, int to, int tag) {
        return start("send to rank " + ranks.get(to), () -> gloo().send(new TensorVector(tensor), to, tag));
    }

    /** Starts receiving into {@code tensor} from the group's rank {@code from}. */
    public Pending receive(Tensor tensor, int from, int tag) {
        return start("receive from rank " + ranks.get(from), () -> gloo().recv(new TensorVector(tensor), from, tag));
    }

    /** Receives into {@code tensor} from whichever rank of the group sends first, and returns that rank. */
    public int receiveAny(Tensor tensor, int tag) {
        Work work = guarded("receive from any rank", () -> gloo().recvAnysource(new TensorVector(tensor), tag));
        guarded("receive from any rank", work::_wait);
        return work.sourceRank();
    }

    /** Waits until every rank of the group is here. */
    public void barrier() {
        if (gloo != null) {
            start("barrier", gloo::barrier).await();
        }
    }

    /** A c10d process group over the same ranks, for native code that wants one. */
    public ProcessGroup processGroup() {
        ProcessGroup group = new ProcessGroup(java.util.Objects.requireNonNull(store), rank, size());
        group.setBackend(DeviceType.CPU, ProcessGroup.BackendType.GLOO, new BackendOptional(gloo()));
        group.setDefaultBackend(ProcessGroup.BackendType.GLOO);
        return group;
    }

    /**
     * Runs native code that communicates over this group.
     *
     * @throws CollectiveFailure naming the group and the ranks that are missing, in place of the native error
     */
    public <T> T guarded(String operation, Supplier<T> body) {
        try {
            return body.get();
        } catch (RuntimeException e) {
            throw new CollectiveFailure(
                    operation + " in group " + name + " of ranks " + ranks + " failed on rank " + ranks.get(rank) + ": "
                            + NativeErrors.firstLine(e) + suspects.get(),
                    e);
        }
    }

    /** The same for a body without a result. */
    public void guardedRun(String operation, Runnable body) {
        guarded(operation, () -> {
            body.run();
            return true;
        });
    }

    private Pending start(String operation, Supplier<Work> body) {
        long start = System.nanoTime();
        Work work = guarded(operation, body);
        work.retainReference();
        return () -> {
            guarded(operation, work::_wait);
            trace.add(Trace.Lane.COMMUNICATION, operation + " (" + name + ")", "communication", start);
            work.releaseReference();
        };
    }

    private ProcessGroupGloo gloo() {
        if (gloo == null) {
            throw new IllegalStateException("group " + name + " has one rank: it has nobody to talk to");
        }
        return gloo;
    }
}
