package dev.trainwright.plan;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import java.util.List;

/**
 * Every way of splitting a job, as a product of dimensions. A layout is an index in mixed radix: the dimensions of its shape first, those of its sharding last, so
 * that consecutive indices share their layers' costs, then their pipeline. Data parallelism takes the devices that the other degrees leave.
 *
 * @param devices of the cluster
 * @param degrees tensor-parallel, context-parallel and pipeline degrees together
 * @param ep expert-parallel degrees
 * @param sequenceParallel whether norms and residuals are split along the sequence
 * @param microBatches samples of a micro-batch
 * @param recompute what backward computes again
 * @param orders schedules with their virtual stages
 * @param spreads ZeRO stages with their shard groups and what goes with them
 * @param offload what is kept in host memory
 * @param overlap which communication hides behind compute: the runtime's, not searched
 * @param synchrony how replicas agree: the user's, not searched
 */
public record Space(
        int devices,
        List<Degrees> degrees,
        List<Integer> ep,
        List<Boolean> sequenceParallel,
        List<Long> microBatches,
        List<Recompute> recompute,
        List<Order> orders,
        List<Spread> spreads,
        List<Offload> offload,
        Overlap overlap,
        Synchrony synchrony) {

    /**
     * One value of the dimension of degrees; their product divides the devices.
     *
     * @param tp tensor-parallel degree
     * @param cp context-parallel degree
     * @param pp pipeline stages
     */
    public record Degrees(int tp, int cp, int pp) {}

    public Space {
        degrees = List.copyOf(degrees);
        ep = List.copyOf(ep);
        sequenceParallel = List.copyOf(sequenceParallel);
        microBatches = List.copyOf(microBatches);
        recompute = List.copyOf(recompute);
        orders = List.copyOf(orders);
        spreads = List.copyOf(spreads);
        offload = List.copyOf(offload);
    }

    /** Number of shapes: layouts without regard to sharding. */
    public long shapes() {
        return (long) degrees.size()
                * ep.size()
                * sequenceParallel.size()
                * microBatches.size()
                * recompute.size()
                * orders.size();
    }

    /** Number of ways to shard one shape. */
    public int shardings() {
        return spreads.size() * offload.size();
    }

    /** Number of layouts, possible or not. */
    public long size() {
        return shapes() * shardings();
    }

    /** Shape number {@code index} without sharding. */
    public Layout shape(long index) {
        long rest = index;
        Order order = orders.get((int) (rest % orders.size()));
        rest /= orders.size();
        Recompute repeated = recompute.get((int) (rest % recompute.size()));
        rest /= recompute.size();
        long microBatch = microBatches.get((int) (rest % microBatches.size()));
        rest /= microBatches.size();
        boolean alongSequence = sequenceParallel.get((int) (rest % sequenceParallel.size()));
        rest /= sequenceParallel.size();
        int experts = ep.get((int) (rest % ep.size()));
        Degrees cut = degrees.get((int) (rest / ep.size()));
        int dp = devices / (cut.tp() * cut.cp() * cut.pp());
        return new Layout(
                dp,
                cut.tp(),
                cut.pp(),
                cut.cp(),
                experts,
                order.virtualStages(),
                order.schedule(),
                List.of(),
                ZeroStage.NONE,
                dp * cut.cp(),
                true,
                false,
                microBatch,
                alongSequence,
                repeated,
                Offload.NONE,
                overlap,
                synchrony);
    }

    /** Every way to shard over {@code ranks} data-parallel ranks, in order of their index. */
    public Sharding[] shardings(int ranks) {
        Sharding[] all = new Sharding[shardings()];
        int i = 0;
        for (Spread spread : spreads) {
            for (Offload where : offload) {
                all[i++] = spread.over(ranks, where);
            }
        }
        return all;
    }

    /** Whether a shape equals one of a smaller index in all that counts: without a pipeline every schedule is the same. */
    boolean repeats(Layout shape) {
        return shape.pp() == 1 && (shape.schedule() != Schedule.ONE_F_ONE_B);
    }

    /**
     * Whether {@code sharding} equals one of a smaller index in all that counts: one rank has nobody to shard with, a group of all ranks is plain ZeRO, and with one micro-batch every
     * micro-step is the last.
     */
    boolean repeats(Sharding sharding, int index, int ranks, long microBatches) {
        Spread spread = spreads.get(index / offload.size());
        return (ranks == 1 && sharding.zero() != ZeroStage.NONE)
                || (spread.shardGroup() == ranks)
                || (microBatches == 1 && sharding.zero() == ZeroStage.ZERO_3 && sharding.syncEveryMicroStep());
    }
}
