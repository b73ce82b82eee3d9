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
        if (groups.dense().size() == 1 && groups.experts().size() == 1) {
            return 0;
        }
        double overlap = hides ? network.overlap() : 0;
        double drag = hides ? network.drag() : 0;
        double forwardWindow = load.forwardSeconds() * overlap;
        double backwardWindow = load.backwardSeconds() * overlap;
        int units = load.units();
        int m = load.microBatches();
        int reductions = sharding.syncEveryMicroStep() ? m : 1;
        double reduce = reduceSeconds(sharding, groups, load, precision, fabric);
        boolean ahead = hides && fabric.engine().gathersAhead();
        double gather = gatherSeconds(sharding, groups, load, precision, fabric);
        if (sharding.zero() != ZeroStage.ZERO_3) {
            return reductions * exposed(reduce, backwardWindow, units, hides, drag)
                    + exposed(gather, forwardWindow, units, ahead, drag);
        }
        double across = replicaSeconds(groups, load, precision, fabric);
        double again = sharding.reshardAfterForward() ? gather : 0;
        double forward = exposed(gather, forwardWindow, units, ahead, drag);
        double plain = exposed(again, backwardWindow, units, ahead, drag);
        double waited = ahead ? 0 : again;
        double beside = again - waited;
        double reducing = waited + exposed(beside + reduce, backwardWindow, units, hides, drag);
        double last = waited + exposed(beside + reduce + across, backwardWindow, units, hides, drag);
        return m * forward + (m - reductions) * plain + (reductions - 1) * reducing + last;
    }

    /** Seconds to reduce all gradients once: an all-reduce, where states are sharded a reduce-scatter, under ZeRO-3 one for each unit. */
    public static double reduceSeconds(
            Sharding sharding, Groups groups, Load load, Precision precision, Fabric fabric) {
        double bytes = precision.gradientReduce().bytes();
        Group experts = groups.experts();
        return switch (sharding.zero()) {
            case NONE ->
                Collectives.allReduce(load.trained() * bytes, groups.dense(), fabric)
                        + Collectives.allReduce(load.trainedExperts() * bytes, experts, fabric);
            case ZERO_1, ZERO_2 ->
                Collectives.reduceScatter(load.trained() * bytes, groups.dense(), fabric)
                        + Collectives.reduceScatter(load.trainedExperts() * bytes, experts, fabric);
            case ZERO_3 ->
                load.units() * Collectives.reduceScatter(load.trained() / load.units() * bytes, groups.shard(), fabric)
                        + load.units()
                                * Collectives.reduceScatter(
                                        load.trainedExperts() / load.units() * bytes, experts, fabric);
        };
    }

    /** Seconds to gather weights once: nothing, the updated weights of an iteration, or under ZeRO-3 all weights of a pass, one unit after another. */
    public static double gatherSeconds(
            Sharding sharding, Groups groups, Load load, Precision precision, Fabric fabric) {
        double bytes = precision.parameterGather().bytes();
        Group experts = groups.experts();
        return switch (sharding.zero()) {
            case NONE -> 0;
            case ZERO_1, ZERO_2 ->
                Collectives.allGather(load.trained() * bytes, groups.dense(), fabric)
                        + Collectives.allGather(load.trainedExperts() * bytes, experts, fabric);
            case ZERO_3 ->
                load.units() * Collectives.allGather(load.parameters() / load.units() * bytes, groups.shard(), fabric)
                        + load.units()
                                * Collectives.allGather(
                                        load.expertParameters() / load.units() * bytes, experts, fabric);
        };
    }

    /** Seconds of the all-reduce between the replicas of a shard group (HSDP), once in an iteration. */
    public static double replicaSeconds(Groups groups, Load load, Precision precision, Fabric fabric) {
        double bytes = load.trained()
                / groups.shard().size()
                * precision.gradientReduce().bytes();
        return Collectives.allReduce(bytes, groups.replicas(), fabric);
    }

    /**
     * What of {@code seconds} is seen: at least the first or last of its {@code units}, and whatever outlasts the {@code window}; behind the rest compute runs
     * slower by {@code drag}.
     */
    public static double exposed(double seconds, double window, int units, boolean hides, double drag) {
        if (!hides || seconds == 0) {
            return seconds;
        }
        double seen = Math.max(seconds / units, seconds - window);
        return seen + drag * (seconds - seen);
    }
}
