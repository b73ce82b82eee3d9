package dev.trainwright.cost;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Precision;

/** Exposed seconds of data-parallel communication in one iteration: what outlasts the compute that it may hide behind, and the drag on that compute. */
public final class DataParallel {
    private DataParallel() {}

    /**
     * What one rank brings.
     *
     * @param parameters on the rank, without routed experts
     * @param expertParameters routed experts on the rank
     * @param trained trained ones among {@code parameters}
     * @param trainedExperts trained ones among the experts
     * @param units layers on the rank: as many buckets or gathered units
     * @param forwardSeconds forward of one micro-batch over all of them
     * @param backwardSeconds backward of one micro-batch
     * @param microBatches m
     */
    public record Load(
            double parameters,
            double expertParameters,
            double trained,
            double trainedExperts,
            int units,
            double forwardSeconds,
            double backwardSeconds,
            int microBatches) {}

    /**
     * Ranks that talk to one another about parameters.
     *
     * @param dense those that hold the same dense parameters: all of dp and cp
     * @param experts those that hold the same experts: with expert parallelism tp x cp x dp / ep of them
     * @param shard those that share one copy of what ZeRO-3 shards
     * @param replicas those that hold the same shard
     */
    public record Groups(Group dense, Group experts, Group shard, Group replicas) {

        /** The groups of {@code layout} with {@code shardGroup} ranks to a shard group in place of its own. */
        public static Groups of(Layout layout, int shardGroup, Fabric fabric) {
            int node = fabric.devicesPerNode();
            int ranks = layout.dp() * layout.cp();
            Group dense = Group.of(ranks, layout.tp(), node);
            return new Groups(
                    dense,
                    layout.ep() == 1 ? dense : Group.of(layout.tp() * ranks / layout.ep(), layout.ep(), node),
                    Group.of(shardGroup, layout.tp(), node),
                    Group.of(ranks / shardGroup, layout.tp() * shardGroup, node));
        }
    }

    /**
     * Exposed seconds of one iteration.
     *
     * @param hides whether communication hides behind compute
     */
    public static double exposedSeconds(
            Sharding sharding,
            Groups groups,
            boolean hides,
            Load load,
            Precision precision,
            Fabric fabric,
            Calibration.Network network) {
        Group dense = groups.dense();
        Group experts = groups.experts();
        if (dense.size() == 1 && experts.size() == 1) {
            return 0;
        }
        double reduceBytes = precision.gradientReduce().bytes();
        double gatherBytes = precision.parameterGather().bytes();
        double overlap = hides ? network.overlap() : 0;
        double drag = hides ? network.drag() : 0;
        int reductions = sharding.syncEveryMicroStep() ? load.microBatches() : 1;
        if (sharding.zero() != ZeroStage.ZERO_3) {
            boolean sharded = sharding.zero() != ZeroStage.NONE;
            double reduce = sharded
                    ? Collectives.reduceScatter(load.trained() * reduceBytes, dense, fabric)
                            + Collectives.reduceScatter(load.trainedExperts() * reduceBytes, experts, fabric)
                    : Collectives.allReduce(load.trained() * reduceBytes, dense, fabric)
                            + Collectives.allReduce(load.trainedExperts() * reduceBytes, experts, fabric);
            double exposed = reductions * exposed(reduce, load.backwardSeconds() * overlap, load.units(), hides, drag);
            if (sharded) {
                double gather = Collectives.allGather(load.trained() * gatherBytes, dense, fabric)
                        + Collectives.allGather(load.trainedExperts() * gatherBytes, experts, fabric);
                exposed += exposed(gather, load.forwardSeconds() * overlap, load.units(), hides, drag);
            }
            return exposed;
        }
        Group shard = groups.shard();
        int calls = load.units();
        double gather = calls * Collectives.allGather(load.parameters() / calls * gatherBytes, shard, fabric)
                + calls * Collectives.allGather(load.expertParameters() / calls * gatherBytes, experts, fabric);
        double reduce = calls * Collectives.reduceScatter(load.trained() / calls * reduceBytes, shard, fabric)
                + calls * Collectives.reduceScatter(load.trainedExperts() / calls * reduceBytes, experts, fabric);
        double across = Collectives.allReduce(load.trained() / shard.size() * reduceBytes, groups.replicas(), fabric);
        double again = sharding.reshardAfterForward() ? gather : 0;
        int m = load.microBatches();
        double forward = exposed(gather, load.forwardSeconds() * overlap, calls, hides, drag);
        double plain = exposed(again, load.backwardSeconds() * overlap, calls, hides, drag);
        double reducing = exposed(again + reduce, load.backwardSeconds() * overlap, calls, hides, drag);
        double last = exposed(again + reduce + across, load.backwardSeconds() * overlap, calls, hides, drag);
        return m * forward + (m - reductions) * plain + (reductions - 1) * reducing + last;
    }

    /**
     * What of {@code seconds} is seen: at least the first or last of its {@code units}, and whatever outlasts the {@code window}; behind the rest compute runs
     * slower by {@code drag}.
     */
    static double exposed(double seconds, double window, int units, boolean hides, double drag) {
        if (!hides || seconds == 0) {
            return seconds;
        }
        double seen = Math.max(seconds / units, seconds - window);
        return seen + drag * (seconds - seen);
    }
}
