package dev.trainwright.layout;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.workload.Attention;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Which layouts are possible at all. One predicate for validation and for search; every problem shows its arithmetic. */
public final class Legality {
    private Legality() {}

    /** Every reason why {@code layout} cannot split {@code workload} over {@code cluster}; empty when it can. */
    public static List<String> problems(Layout layout, Workload workload, Cluster cluster) {
        List<String> problems = new ArrayList<>();
        positive(problems, layout);
        if (!problems.isEmpty()) {
            return problems;
        }
        devices(problems, layout, cluster);
        batch(problems, layout, workload);
        sharding(problems, layout);
        schedule(problems, layout, workload);
        if (workload.model() instanceof Transformer model) {
            model(problems, layout, model, workload.sequence());
        } else if (layout.tp() * layout.pp() * layout.cp() * layout.ep() > 1) {
            problems.add("only transformers are split by tp, pp, cp or ep; "
                    + workload.model().name() + " is trained data-parallel");
        }
        return problems;
    }

    private static void positive(List<String> problems, Layout l) {
        String[] names = {"dp", "tp", "pp", "cp", "ep", "virtualStages", "shardGroup"};
        int[] values = {l.dp(), l.tp(), l.pp(), l.cp(), l.ep(), l.virtualStages(), l.shardGroup()};
        for (int i = 0; i < names.length; i++) {
            if (values[i] < 1) {
                problems.add(names[i] + " = " + values[i] + ": at least 1");
            }
        }
        if (l.microBatch() < 1) {
            problems.add("microBatch = " + l.microBatch() + ": at least 1");
        }
    }

    private static void devices(List<String> problems, Layout l, Cluster cluster) {
        long needed = (long) l.dp() * l.tp() * l.pp() * l.cp();
        if (needed != cluster.devices()) {
            problems.add("dp x tp x pp x cp = " + l.dp() + " x " + l.tp() + " x " + l.pp() + " x " + l.cp() + " = "
                    + needed + ", but the cluster has " + cluster.devices() + " devices");
        }
        long ranks = (long) l.tp() * l.cp() * l.dp();
        if (ranks % l.ep() != 0) {
            problems.add("ep = " + l.ep() + " does not divide tp x cp x dp = " + ranks);
        }
    }

    private static void batch(List<String> problems, Layout l, Workload workload) {
        Batch batch = workload.batch();
        long perReplica = batch.scaling() == Batch.Scaling.WEAK ? batch.size() : batch.size() / l.dp();
        if (batch.scaling() == Batch.Scaling.STRONG && batch.size() % l.dp() != 0) {
            problems.add("global batch " + batch.size() + " is no multiple of dp = " + l.dp());
        } else if (perReplica % l.microBatch() != 0) {
            problems.add("a replica's batch of " + perReplica + " is no multiple of the micro-batch " + l.microBatch());
        }
    }

    private static void sharding(List<String> problems, Layout l) {
        int ranks = l.dp() * l.cp();
        if (ranks % l.shardGroup() != 0) {
            problems.add("shardGroup = " + l.shardGroup() + " does not divide dp x cp = " + ranks);
        }
        if (l.shardGroup() != ranks && l.zero() != ZeroStage.ZERO_3) {
            problems.add("a shardGroup smaller than dp x cp (HSDP) needs ZeRO-3");
        }
        if (l.sequenceParallel() && l.tp() == 1) {
            problems.add("sequence parallelism splits along the tensor-parallel group, and tp = 1");
        }
        if (l.zero() == ZeroStage.ZERO_2 && l.pp() > 1 && !l.syncEveryMicroStep()) {
            problems.add(
                    "ZeRO-2 with a pipeline reduces gradients in every micro-step: it cannot shard what it accumulates");
        }
    }

    private static void schedule(List<String> problems, Layout l, Workload workload) {
        if (l.virtualStages() > 1 && l.schedule() != Schedule.INTERLEAVED) {
            problems.add("virtualStages = " + l.virtualStages() + " needs the interleaved schedule");
        }
        if (l.schedule() == Schedule.INTERLEAVED && l.pp() > 1) {
            long m = microBatches(l, workload);
            if (m % l.pp() != 0) {
                problems.add(
                        "the interleaved schedule needs micro-batches in multiples of pp: " + m + " over " + l.pp());
            }
        }
        boolean splitsBackward = l.schedule() == Schedule.ZB_H1 || l.schedule() == Schedule.ZB_H2;
        if (splitsBackward && l.recompute() == Recompute.FULL) {
            problems.add("zero-bubble schedules delay weight gradients, which full recomputation does not keep apart");
        }
    }

    /** Micro-batches of one replica's iteration, m. */
    public static long microBatches(Layout l, Workload workload) {
        Batch batch = workload.batch();
        long perReplica = batch.scaling() == Batch.Scaling.WEAK ? batch.size() : batch.size() / l.dp();
        return perReplica / l.microBatch();
    }

    private static void model(List<String> problems, Layout l, Transformer model, long sequence) {
        int layers = 0;
        for (Stack stack : model.stacks()) {
            if (stack.role().equals("vision")) {
                continue;
            }
            layers += stack.layers();
            for (LayerGroup group : stack.groups()) {
                mixer(problems, l, group.layer().mixer());
                if (group.layer().feedForward() instanceof DenseFeedForward dense
                        && dense.intermediate() % l.tp() != 0) {
                    once(
                            problems,
                            "tp = " + l.tp() + " does not divide the feed-forward width " + dense.intermediate());
                }
                if (group.layer().feedForward() instanceof MixtureOfExperts moe && moe.experts() % l.ep() != 0) {
                    once(problems, "ep = " + l.ep() + " does not divide " + moe.experts() + " experts");
                }
            }
        }
        if (l.ep() > 1 && !hasExperts(model)) {
            problems.add("ep = " + l.ep() + ", but " + model.name() + " has no experts");
        }
        int chunks = l.pp() * l.virtualStages();
        if (l.stageLayers().isEmpty() ? !StageLayers.fills(layers, chunks) : sum(l.stageLayers()) != layers) {
            problems.add(
                    l.stageLayers().isEmpty()
                            ? layers + " layers cannot fill pp x virtualStages = " + chunks + " stages"
                            : "stageLayers " + l.stageLayers() + " add up to " + sum(l.stageLayers())
                                    + ", the model has " + layers);
        }
        if (!l.stageLayers().isEmpty() && l.stageLayers().size() != chunks) {
            problems.add("stageLayers has " + l.stageLayers().size() + " entries, pp x virtualStages = " + chunks);
        }
        if (sequence % ((long) l.cp() * (l.sequenceParallel() ? l.tp() : 1)) != 0) {
            problems.add(
                    "a sequence of " + sequence + " is no multiple of cp" + (l.sequenceParallel() ? " x tp = " : " = ")
                            + (long) l.cp() * (l.sequenceParallel() ? l.tp() : 1));
        }
    }

    private static void mixer(List<String> problems, Layout l, Mixer mixer) {
        int heads = mixer instanceof Attention a ? a.heads() : mixer instanceof LatentAttention m ? m.heads() : l.tp();
        if (heads % l.tp() != 0) {
            once(problems, "tp = " + l.tp() + " does not divide " + heads + " attention heads");
        }
        if (mixer instanceof Attention a && a.kvHeads() % l.tp() != 0 && l.tp() % a.kvHeads() != 0) {
            once(problems, "tp = " + l.tp() + " and " + a.kvHeads() + " key/value heads: neither divides the other");
        }
    }

    private static boolean hasExperts(Transformer model) {
        return model.stacks().stream()
                .flatMap(s -> s.groups().stream())
                .anyMatch(g -> g.layer().feedForward() instanceof MixtureOfExperts);
    }

    private static int sum(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).sum();
    }

    private static void once(List<String> problems, String problem) {
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }
}
