package dev.trainwright.train.measure;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** What passes between ranks: collectives and messages by size, and what compute beside them loses. */
final class NetworkProbe {
    private static final int PRODUCT = 1024;
    private static final int REDUCED_BYTES = 8 << 20;

    private final Collectives everyone;
    private final Stopwatch watch;

    NetworkProbe(Collectives everyone, Stopwatch watch) {
        this.everyone = everyone;
        this.watch = watch;
    }

    /** Every collective that training calls, at every size. */
    List<Figures.Transfer> transfers() {
        List<Figures.Transfer> found = new ArrayList<>();
        if (everyone.size() == 1) {
            return found;
        }
        for (int size : Figures.SIZES) {
            int share = Math.max(1, size / Float.BYTES / everyone.size());
            int elements = share * everyone.size();
            Tensor whole = Tensors.zeros(ScalarType.Float, elements);
            Tensor parts = Tensors.zeros(ScalarType.Float, elements);
            Tensor shard = Tensors.zeros(ScalarType.Float, share);
            found.add(transfer(Figures.Transfer.ALL_REDUCE, elements, () -> everyone.allReduce(whole)));
            found.add(transfer(
                    Figures.Transfer.ALL_GATHER,
                    elements,
                    () -> everyone.allGather(whole, shard).await()));
            found.add(transfer(
                    Figures.Transfer.REDUCE_SCATTER,
                    elements,
                    () -> everyone.reduceScatter(shard, whole, parts).await()));
            found.add(transfer(Figures.Transfer.ROUND_TRIP, elements, () -> pingPong(whole)));
        }
        return found;
    }

    private Figures.Transfer transfer(String collective, int elements, Runnable body) {
        int bytes = elements * Float.BYTES;
        return new Figures.Transfer(collective, bytes, watch.time(collective + " of " + bytes + " bytes", body));
    }

    /** Even ranks send to their odd neighbours and get it back; the last of an odd number has none. */
    private void pingPong(Tensor message) {
        int me = everyone.rank();
        int other = me ^ 1;
        if (other < everyone.size()) {
            if (me < other) {
                everyone.send(message, other, 0).await();
                everyone.receive(message, other, 1).await();
            } else {
                everyone.receive(message, other, 0).await();
                everyone.send(message, other, 1).await();
            }
        }
    }

    /** A product beside an all-reduce that it hides. */
    Figures.@Nullable Overlap overlap() {
        if (everyone.size() == 1) {
            return null;
        }
        Tensor a = ProbeRank.random(PRODUCT, PRODUCT);
        Tensor reduced = Tensors.zeros(ScalarType.Float, REDUCED_BYTES / Float.BYTES);
        Timing compute = watch.time("compute alone", () -> compute(a));
        Timing reduce = watch.time("reduction alone", () -> everyone.allReduce(reduced));
        Timing beside = watch.time("compute beside a reduction", () -> {
            Pending pending = everyone.allReduceAsync(reduced);
            compute(a);
            pending.await();
        });
        return new Figures.Overlap(compute, reduce, beside);
    }

    private static void compute(Tensor a) {
        a.matmul(a);
        a.matmul(a);
    }
}
