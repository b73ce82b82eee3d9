package dev.trainwright.layout;

import dev.trainwright.workload.Workload;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Broken rules in words, with the arithmetic that shows it. */
final class Problems {
    private Problems() {}

    /** Adds what {@code layout}, which breaks {@code rule}, does against it. */
    static void add(
            List<String> problems, Rule rule, Layout l, Workload workload, int devices, @Nullable ModelFacts facts) {
        long batch = workload.batch().size();
        int ranks = l.dp() * l.cp();
        int chunks = l.pp() * l.virtualStages();
        switch (rule) {
            case AT_LEAST_ONE -> positive(problems, l);
            case DEVICES ->
                problems.add("dp x tp x pp x cp = " + l.dp() + " x " + l.tp() + " x " + l.pp() + " x " + l.cp() + " = "
                        + (long) l.dp() * l.tp() * l.pp() * l.cp() + ", but the cluster has " + devices + " devices");
            case EXPERT_RANKS ->
                problems.add("ep = " + l.ep() + " does not divide tp x cp x dp = " + (long) l.tp() * l.cp() * l.dp());
            case GLOBAL_BATCH ->
                problems.add("global batch " + batch + " is no multiple of "
                        + (l.neededReplicas() == l.dp()
                                ? "dp = " + l.dp()
                                : "the " + l.neededReplicas() + " replicas that are waited for"));
            case MICRO_BATCH ->
                problems.add("a replica's batch of " + Legality.perReplica(l, workload.batch())
                        + " is no multiple of the micro-batch " + l.microBatch());
            case SHARD_GROUP -> problems.add("shardGroup = " + l.shardGroup() + " does not divide dp x cp = " + ranks);
            case HYBRID_SHARDING -> problems.add("a shardGroup smaller than dp x cp (HSDP) needs ZeRO-3");
            case SEQUENCE_PARALLEL ->
                problems.add("sequence parallelism splits along the tensor-parallel group, and tp = 1");
            case SHARDED_GRADIENTS ->
                problems.add("ZeRO-2 with a pipeline reduces gradients in every micro-step: "
                        + "it cannot shard what it accumulates");
            case VIRTUAL_STAGES ->
                problems.add("virtualStages = " + l.virtualStages() + " needs the interleaved schedule");
            case INTERLEAVED ->
                problems.add("the interleaved schedule needs micro-batches in multiples of pp: "
                        + Legality.microBatches(l, workload) + " over " + l.pp());
            case SPLIT_BACKWARD ->
                problems.add("zero-bubble schedules delay weight gradients, "
                        + "which full recomputation does not keep apart");
            case ONLY_TRANSFORMERS ->
                problems.add("only transformers are split by tp, pp, cp or ep; "
                        + workload.model().name() + " is trained data-parallel");
            case HEADS ->
                each(
                        problems,
                        known(facts).heads(),
                        n -> n % l.tp() != 0,
                        n -> "tp = " + l.tp() + " does not divide " + n + " attention heads");
            case KEY_VALUE_HEADS ->
                each(
                        problems,
                        known(facts).keyValueHeads(),
                        n -> n % l.tp() != 0 && l.tp() % n != 0,
                        n -> "tp = " + l.tp() + " and " + n + " key/value heads: neither divides the other");
            case FEED_FORWARD ->
                each(
                        problems,
                        known(facts).widths(),
                        n -> n % l.tp() != 0,
                        n -> "tp = " + l.tp() + " does not divide the feed-forward width " + n);
            case EXPERTS ->
                each(
                        problems,
                        known(facts).experts(),
                        n -> n % l.ep() != 0,
                        n -> "ep = " + l.ep() + " does not divide " + n + " experts");
            case NO_EXPERTS ->
                problems.add("ep = " + l.ep() + ", but " + workload.model().name() + " has no experts");
            case LAYERS ->
                problems.add(
                        l.stageLayers().isEmpty()
                                ? known(facts).layers() + " layers cannot fill pp x virtualStages = " + chunks
                                        + " stages"
                                : "stageLayers " + l.stageLayers() + " add up to "
                                        + l.stageLayers().stream()
                                                .mapToInt(Integer::intValue)
                                                .sum()
                                        + ", the model has " + known(facts).layers());
            case STAGE_LAYERS ->
                problems.add("stageLayers has " + l.stageLayers().size() + " entries, pp x virtualStages = " + chunks);
            case OFFLOAD ->
                problems.add("offload needs ZeRO: zero 1, 2 or 3 for the optimizer, zero 3 for weights too; zero is "
                        + l.zero().ordinal());
            case WHOLE_REPLICAS ->
                problems.add("replicas that do not agree in every step hold whole states: zero 0 and no offload");
            case BACKUP_WORKERS ->
                problems.add("backup workers " + (l.dp() - l.neededReplicas()) + ": fewer than dp = " + l.dp());
            case HOST ->
                problems.add("offload needs hostLink and hostMemoryBandwidth of the node: add them to its file");
            case SEQUENCE ->
                problems.add("a sequence of " + workload.sequence() + " is no multiple of cp"
                        + (l.sequenceParallel() ? " x tp = " : " = ") + Legality.sequenceCuts(l));
        }
    }

    private static void positive(List<String> problems, Layout l) {
        String[] names = {"dp", "tp", "pp", "cp", "ep", "virtualStages", "shardGroup", "microBatch"};
        long[] values = {l.dp(), l.tp(), l.pp(), l.cp(), l.ep(), l.virtualStages(), l.shardGroup(), l.microBatch()};
        for (int i = 0; i < names.length; i++) {
            if (values[i] < 1) {
                problems.add(names[i] + " = " + values[i] + ": at least 1");
            }
        }
    }

    private static void each(List<String> problems, long[] counts, LongPredicate breaks, LongFunction<String> words) {
        for (long count : counts) {
            if (breaks.test(count)) {
                problems.add(words.apply(count));
            }
        }
    }

    /** A rule about the model is only ever broken where there is one. */
    private static ModelFacts known(@Nullable ModelFacts facts) {
        return Objects.requireNonNull(facts);
    }
}
