package dev.trainwright.job;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.input.Field;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The layout part of a job file. What follows from cluster and batch is filled in once they are known. */
final class LayoutShape {

    private static final int MOST = 1 << 20;

    private static final Field<Integer> DP = Field.optional(
            "dp", degree("replicas"), "all devices that the other degrees leave", "Data-parallel replicas.", "8");
    private static final Field<Integer> TP = one("tp", "ranks", "Tensor-parallel degree.");
    private static final Field<Integer> PP = one("pp", "stages", "Pipeline stages.");
    private static final Field<Integer> CP = one("cp", "ranks", "Context-parallel degree.");
    private static final Field<Integer> EP =
            one("ep", "ranks", "Expert-parallel degree; it re-uses the ranks of the others.");
    private static final Field<Integer> VIRTUAL_STAGES =
            one("virtualStages", "chunks", "Model chunks of each stage, v.");
    private static final Field<Schedule> SCHEDULE = Field.optional(
            "schedule",
            Kinds.choice(schedules()),
            "1f1b, or interleaved where virtualStages > 1",
            "The pipeline's schedule.",
            "zb-h1");
    private static final Field<List<Integer>> STAGE_LAYERS = Field.optional(
            "stageLayers",
            Kinds.list(Kinds.integer("layers", 0), 1),
            "an even split, the first stages taking the remainder",
            "Layers of each stage in order.",
            "[7, 8, 8, 9]");
    private static final Field<ZeroStage> ZERO = Field.defaulted(
            "zero",
            Kinds.integer("ZeRO stages", 0, 3).map(stage -> ZeroStage.values()[stage]),
            "0",
            "plain data parallelism (DDP)",
            "ZeRO stage: 1 shards optimizer state, 2 gradients too, 3 weights too (FSDP).",
            "3");
    private static final Field<Integer> SHARD_GROUP = Field.optional(
            "shardGroup", degree("ranks"), "dp x cp", "Ranks over which ZeRO shards; fewer than dp x cp is HSDP.", "8");
    private static final Field<Boolean> RESHARD = Field.defaulted(
            "reshardAfterForward",
            Kinds.flag(),
            "true",
            "what FSDP does when nothing is said; it matters with zero: 3 only",
            "Free gathered weights after forward and gather them again in backward.",
            "false");
    private static final Field<Boolean> SYNC_EVERY_MICRO_STEP = Field.optional(
            "syncEveryMicroStep",
            Kinds.flag(),
            "true with zero 2 and 3, else false, as runtimes do",
            "Whether gradients are reduced in every micro-step of an accumulation window.",
            "false");
    private static final Field<Long> MICRO_BATCH = Field.optional(
            "microBatch",
            Kinds.whole("samples", 1, 1L << 40),
            "a replica's batch divided by accumulation; else 1 for transformers and the whole for others",
            "Samples of one micro-batch on one replica, b.",
            "2");
    private static final Field<Long> ACCUMULATION = Field.optional(
            "accumulation",
            Kinds.whole("micro-batches", 1, MOST),
            "a replica's batch divided by microBatch",
            "Micro-batches of one step on one replica.",
            "8");
    private static final Field<Boolean> SEQUENCE_PARALLEL = Field.optional(
            "sequenceParallel",
            Kinds.flag(),
            "true where tp > 1",
            "Whether norms and residuals are split along the sequence in the tensor-parallel group.",
            "false");
    private static final Field<Recompute> RECOMPUTE = Field.defaulted(
            "recompute",
            Kinds.choice(Recompute.class),
            "none",
            "everything is saved",
            "What backward computes again (arXiv 2205.05198).",
            "selective");
    private static final Field<Offload> OFFLOAD = Field.defaulted(
            "offload",
            Kinds.choice(Offload.class),
            "none",
            "all on the device",
            "What host memory keeps.",
            "optimizer");
    private static final Field<Overlap> OVERLAP = Field.defaulted(
            "overlap",
            OverlapShape.SHAPE,
            "{}",
            "data-parallel communication only",
            "Which communication hides behind compute.",
            "{tensorParallel: true}");
    private static final Field<Synchrony> SYNCHRONY = Field.defaulted(
            "synchrony",
            SynchronyShape.KIND,
            "synchronous",
            "all replicas wait for the slowest",
            "How replicas agree on the weights.",
            "{localSteps: 500}");

    private static final List<Field<?>> FIELDS = List.of(
            DP,
            TP,
            PP,
            CP,
            EP,
            VIRTUAL_STAGES,
            SCHEDULE,
            STAGE_LAYERS,
            ZERO,
            SHARD_GROUP,
            RESHARD,
            SYNC_EVERY_MICRO_STEP,
            MICRO_BATCH,
            ACCUMULATION,
            SEQUENCE_PARALLEL,
            RECOMPUTE,
            OFFLOAD,
            OVERLAP,
            SYNCHRONY);

    /** A layout that waits for cluster and workload. */
    record Pending(Values values) {

        /**
         * The layout; what it took from cluster and workload is added to {@code assumed}.
         *
         * @throws InputException when it cannot split that workload over that cluster
         */
        Layout on(Cluster cluster, Workload workload, List<String> assumed) {
            Layout layout = layout(values, cluster.devices(), workload, assumed);
            List<Problem> problems = Legality.problems(layout, workload, cluster).stream()
                    .map(problem -> new Problem(place(values, problem), "", problem))
                    .toList();
            if (!problems.isEmpty()) {
                throw new InputException(problems);
            }
            return layout;
        }
    }

    static final Shape<Pending> SHAPE = new Shape<>(
            "layout",
            "How the job is split. Rank order is tp innermost, then cp, dp, pp.",
            FIELDS,
            List.of(Rule.atMostOne(MICRO_BATCH, ACCUMULATION)),
            Pending::new);

    private LayoutShape() {}

    private static Layout layout(Values v, int devices, Workload workload, List<String> assumed) {
        int dp = v.find(DP).orElseGet(() -> remaining(v, devices, assumed));
        ZeroStage zero = v.get(ZERO);
        return new Layout(
                dp,
                v.get(TP),
                v.get(PP),
                v.get(CP),
                v.get(EP),
                v.get(VIRTUAL_STAGES),
                v.find(SCHEDULE).orElse(v.get(VIRTUAL_STAGES) > 1 ? Schedule.INTERLEAVED : Schedule.ONE_F_ONE_B),
                v.find(STAGE_LAYERS).orElse(List.of()),
                zero,
                v.find(SHARD_GROUP).orElse((int) Math.min(devices, (long) dp * v.get(CP))), // more is refused later
                v.get(RESHARD),
                v.find(SYNC_EVERY_MICRO_STEP).orElse(zero == ZeroStage.ZERO_2 || zero == ZeroStage.ZERO_3),
                v.find(MICRO_BATCH).orElseGet(() -> microBatch(v, dp, workload, assumed)),
                v.find(SEQUENCE_PARALLEL).orElse(v.get(TP) > 1),
                v.get(RECOMPUTE),
                v.get(OFFLOAD),
                v.get(OVERLAP),
                v.get(SYNCHRONY));
    }

    /** The key that a problem speaks of first, so that the error stands in its line. */
    private static Place place(Values v, String problem) {
        return FIELDS.stream()
                .filter(field -> v.written(field) && mention(problem, field) >= 0)
                .min(Comparator.comparingInt(field -> mention(problem, field)))
                .map(v::place)
                .orElse(v.place());
    }

    /** Where a problem speaks of a key, which it may write as words: microBatch, micro-batch. */
    private static int mention(String problem, Field<?> field) {
        String words = field.name().replaceAll("(?=[A-Z])", "[- ]?");
        Matcher matcher =
                Pattern.compile("\\b" + words + "\\b", Pattern.CASE_INSENSITIVE).matcher(problem);
        return matcher.find() ? matcher.start() : -1;
    }

    private static int remaining(Values v, int devices, List<String> assumed) {
        long others = (long) v.get(TP) * v.get(PP) * v.get(CP);
        if (devices % others != 0) {
            throw Draft.refusal(
                    v,
                    TP,
                    "tp x pp x cp = " + v.get(TP) + " x " + v.get(PP) + " x " + v.get(CP) + " = " + others
                            + " does not divide the cluster's " + devices + " devices");
        }
        int dp = (int) (devices / others);
        Draft.assume(assumed, v, DP, dp, "all devices that tp x pp x cp = " + others + " leaves");
        return dp;
    }

    private static long microBatch(Values v, int dp, Workload workload, List<String> assumed) {
        if (!v.has(ACCUMULATION) && workload.model() instanceof Transformer) {
            Draft.assume(assumed, v, MICRO_BATCH, 1, "the smallest");
            return 1;
        }
        Batch batch = workload.batch();
        boolean strong = batch.scaling() == Batch.Scaling.STRONG;
        long steps = v.find(ACCUMULATION).orElse(1L);
        long parts = strong ? dp * steps : steps;
        if (batch.size() % parts != 0) {
            String split = strong ? "dp x accumulation = " + dp + " x " + steps : "accumulation = " + steps;
            throw Draft.refusal(v, ACCUMULATION, "a batch of " + batch.size() + " samples is no multiple of " + split);
        }
        String why =
                v.has(ACCUMULATION) ? "the batch over accumulation" : "a replica's whole batch, without accumulation";
        Draft.assume(assumed, v, MICRO_BATCH, batch.size() / parts, why);
        return batch.size() / parts;
    }

    private static Kind<Integer> degree(String noun) {
        return Kinds.integer(noun, 1, MOST);
    }

    private static Field<Integer> one(String name, String noun, String doc) {
        return Field.defaulted(name, degree(noun), "1", "not split this way", doc, "2");
    }

    private static Map<String, Schedule> schedules() {
        Map<String, Schedule> names = new LinkedHashMap<>();
        names.put("gpipe", Schedule.GPIPE);
        names.put("1f1b", Schedule.ONE_F_ONE_B);
        names.put("interleaved", Schedule.INTERLEAVED);
        names.put("zb-h1", Schedule.ZB_H1);
        names.put("zb-h2", Schedule.ZB_H2);
        return names;
    }
}
