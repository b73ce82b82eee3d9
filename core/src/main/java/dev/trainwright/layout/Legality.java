package dev.trainwright.layout;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which layouts of a workload on a cluster are possible at all: one predicate for validation and for search. Search reads the broken {@link Rule}s as bits;
 * validation has {@link Problems} render the same bits with their arithmetic.
 */
public final class Legality {
    private final int devices;
    private final Batch batch;
    private final long sequence;
    private final @Nullable ModelFacts model;
    private final boolean hostKnown;

    private Legality(int devices, Batch batch, long sequence, @Nullable ModelFacts model, boolean hostKnown) {
        this.devices = devices;
        this.batch = batch;
        this.sequence = sequence;
        this.model = model;
        this.hostKnown = hostKnown;
    }

    /** The rules for {@code workload} on {@code cluster}. */
    public static Legality of(Workload workload, Cluster cluster) {
        return new Legality(
                cluster.devices(),
                workload.batch(),
                workload.sequence(),
                workload.model() instanceof Transformer transformer ? ModelFacts.of(transformer) : null,
                cluster.pools().stream().allMatch(pool -> pool.type().host().canHoldState()));
    }

    /** Every reason why {@code layout} cannot split {@code workload} over {@code cluster}; empty when it can. */
    public static List<String> problems(Layout layout, Workload workload, Cluster cluster) {
        Legality legality = of(workload, cluster);
        long broken = legality.broken(layout);
        List<String> problems = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            if ((broken & rule.bit()) != 0) {
                Problems.add(problems, rule, layout, workload, legality.devices, legality.model);
            }
        }
        return problems;
    }

    /** Micro-batches of one replica's iteration, m. */
    public static long microBatches(Layout layout, Workload workload) {
        return perReplica(layout, workload.batch()) / layout.microBatch();
    }

    /** Samples of one replica's iteration. */
    static long perReplica(Layout layout, Batch batch) {
        return batch.scaling() == Batch.Scaling.WEAK ? batch.size() : batch.size() / layout.neededReplicas();
    }

    /** The rules that {@code layout} breaks, as {@link Rule#bit}s. */
    public long broken(Layout layout) {
        long shape = brokenByShape(layout);
        return shape == Rule.AT_LEAST_ONE.bit() || shape == Rule.BACKUP_WORKERS.bit()
                ? shape
                : shape | brokenBySharding(layout, layout.sharding());
    }

    /** The rules that {@code layout} breaks however its states are sharded. */
    public long brokenByShape(Layout l) {
        if (Math.min(Math.min(l.dp(), l.tp()), Math.min(l.pp(), l.cp())) < 1
                || Math.min(Math.min(l.ep(), l.virtualStages()), Math.min(l.shardGroup(), l.microBatch())) < 1) {
            return Rule.AT_LEAST_ONE.bit();
        }
        if (l.neededReplicas() < 1) {
            return Rule.BACKUP_WORKERS.bit();
        }
        long broken = bit((long) l.dp() * l.tp() * l.pp() * l.cp() != devices, Rule.DEVICES)
                | bit((long) l.tp() * l.cp() * l.dp() % l.ep() != 0, Rule.EXPERT_RANKS)
                | bit(l.sequenceParallel() && l.tp() == 1, Rule.SEQUENCE_PARALLEL);
        return broken | batch(l) | schedule(l) | model(l);
    }

    /** The rules that {@code layout}'s shape breaks with {@code sharding} in place of its own. */
    public long brokenBySharding(Layout layout, Sharding sharding) {
        int ranks = layout.dp() * layout.cp();
        boolean offloads = sharding.offload() != Offload.NONE;
        boolean whole = layout.synchrony() instanceof Synchrony.Synchronous;
        return bit(offloads && !hostKnown, Rule.HOST)
                | bit(sharding.zero().compareTo(sharding.offload().leastZero()) < 0, Rule.OFFLOAD)
                | bit(!whole && (offloads || sharding.zero() != ZeroStage.NONE), Rule.WHOLE_REPLICAS)
                | bit(ranks % sharding.shardGroup() != 0, Rule.SHARD_GROUP)
                | bit(sharding.shardGroup() != ranks && sharding.zero() != ZeroStage.ZERO_3, Rule.HYBRID_SHARDING)
                | bit(
                        sharding.zero() == ZeroStage.ZERO_2 && layout.pp() > 1 && !sharding.syncEveryMicroStep(),
                        Rule.SHARDED_GRADIENTS);
    }

    private long batch(Layout l) {
        return batch.scaling() == Batch.Scaling.STRONG && batch.size() % l.neededReplicas() != 0
                ? Rule.GLOBAL_BATCH.bit()
                : bit(perReplica(l, batch) % l.microBatch() != 0, Rule.MICRO_BATCH);
    }

    private long schedule(Layout l) {
        boolean splitsBackward = l.schedule() == Schedule.ZB_H1 || l.schedule() == Schedule.ZB_H2;
        return bit(l.virtualStages() > 1 && l.schedule() != Schedule.INTERLEAVED, Rule.VIRTUAL_STAGES)
                | bit(
                        l.schedule() == Schedule.INTERLEAVED
                                && l.pp() > 1
                                && perReplica(l, batch) / l.microBatch() % l.pp() != 0,
                        Rule.INTERLEAVED)
                | bit(splitsBackward && l.recompute() == Recompute.FULL, Rule.SPLIT_BACKWARD);
    }

    private long model(Layout l) {
        if (model == null) {
            return bit(
                    Math.max(Math.max(l.tp(), l.pp()), Math.max(l.cp(), l.ep())) > 1 || l.virtualStages() > 1,
                    Rule.ONLY_TRANSFORMERS);
        }
        int chunks = l.pp() * l.virtualStages();
        boolean even = l.stageLayers().isEmpty();
        return bit(!divides(l.tp(), model.heads()), Rule.HEADS)
                | bit(!fits(l.tp(), model.keyValueHeads()), Rule.KEY_VALUE_HEADS)
                | bit(!divides(l.tp(), model.widths()), Rule.FEED_FORWARD)
                | bit(!divides(l.ep(), model.experts()), Rule.EXPERTS)
                | bit(l.ep() > 1 && model.experts().length == 0, Rule.NO_EXPERTS)
                | bit(even ? !StageLayers.fills(model.layers(), chunks) : sum(l) != model.layers(), Rule.LAYERS)
                | bit(!even && l.stageLayers().size() != chunks, Rule.STAGE_LAYERS)
                | bit(sequence % sequenceCuts(l) != 0, Rule.SEQUENCE);
    }

    /** Whether all chunks of {@code layout} hold as many layers, with embedding and head counted as layers where that helps. */
    public boolean hasEqualChunks(Layout layout) {
        return model == null || StageLayers.equal(model.layers(), layout.pp() * layout.virtualStages());
    }

    /** Parts into which a sequence is cut. */
    static long sequenceCuts(Layout l) {
        return (long) l.cp() * (l.sequenceParallel() ? l.tp() : 1);
    }

    private static int sum(Layout l) {
        return l.stageLayers().stream().mapToInt(Integer::intValue).sum();
    }

    private static boolean divides(int degree, long[] counts) {
        for (long count : counts) {
            if (count % degree != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(int degree, long[] counts) {
        for (long count : counts) {
            if (count % degree != 0 && degree % count != 0) {
                return false;
            }
        }
        return true;
    }

    private static long bit(boolean broken, Rule rule) {
        return broken ? rule.bit() : 0;
    }
}
