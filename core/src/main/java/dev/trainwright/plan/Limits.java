package dev.trainwright.plan;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the search may choose: what the user wants and his runtime can do. {@link #NONE} leaves all of it open.
 *
 * @param tensorAcrossNodes whether tensor parallelism may leave a node
 * @param fewerNodes whether part of the cluster may stay idle
 * @param most largest degrees
 * @param schedules of the pipeline besides 1F1B, which is always open
 * @param zero ZeRO stages
 * @param recompute what backward may compute again
 * @param offload what may be kept in host memory; what the host cannot hold is not
 */
public record Limits(
        boolean tensorAcrossNodes,
        boolean fewerNodes,
        Most most,
        Set<Schedule> schedules,
        Set<ZeroStage> zero,
        Set<Recompute> recompute,
        Set<Offload> offload) {

    /**
     * Largest degrees.
     *
     * @param tp tensor parallelism
     * @param pp pipeline stages
     * @param cp context parallelism
     * @param ep expert parallelism
     * @param microBatch samples of a micro-batch
     */
    public record Most(int tp, int pp, int cp, int ep, long microBatch) {
        /** No limit. */
        public static final Most ANY =
                new Most(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Tensor parallelism inside a node, all nodes at work, and everything else open. */
    public static final Limits NONE = new Limits(
            false,
            false,
            Most.ANY,
            EnumSet.allOf(Schedule.class),
            EnumSet.allOf(ZeroStage.class),
            EnumSet.allOf(Recompute.class),
            EnumSet.allOf(Offload.class));

    public Limits {
        schedules = Set.copyOf(schedules);
        zero = Set.copyOf(zero);
        recompute = Set.copyOf(recompute);
        offload = Set.copyOf(offload);
    }

    /** The same with or without idle nodes. */
    public Limits withFewerNodes(boolean fewer) {
        return new Limits(tensorAcrossNodes, fewer, most, schedules, zero, recompute, offload);
    }

    /** The same with tensor parallelism across nodes or inside them. */
    public Limits withTensorAcrossNodes(boolean across) {
        return new Limits(across, fewerNodes, most, schedules, zero, recompute, offload);
    }
}
