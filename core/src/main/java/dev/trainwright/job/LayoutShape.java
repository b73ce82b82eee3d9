package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.List;
import java.util.function.BiFunction;

/** The layout of a job file. What it leaves open follows from the workload and the number of devices. */
final class LayoutShape {
    private static final Field<Integer> TP = degree("tp", "Tensor-parallel degree.");
    private static final Field<Integer> PP = degree("pp", "Pipeline stages.");
    private static final Field<Integer> CP = degree("cp", "Context-parallel degree.");
    private static final Field<Integer> EP = degree("ep", "Expert-parallel degree.");
    private static final Field<Integer> DP = Field.optional(
            "dp", Kinds.integer("replicas", 1), "all devices over tp x pp x cp", "Data-parallel replicas.", "8");
    private static final Field<Integer> VIRTUAL = Field.defaulted(
            "virtualStages",
            Kinds.integer("chunks", 1),
            "1",
            "one chunk a stage",
            "Model chunks of each stage, v.",
            "4");
    private static final Field<Schedule> SCHEDULE = Field.optional(
            "schedule",
            Kinds.choice(java.util.Map.of(
                    "gpipe",
                    Schedule.GPIPE,
                    "1f1b",
                    Schedule.ONE_F_ONE_B,
                    "interleaved",
                    Schedule.INTERLEAVED,
                    "zb-h1",
                    Schedule.ZB_H1,
                    "zb-h2",
                    Schedule.ZB_H2)),
            "1f1b, interleaved where virtualStages > 1",
            "Order of micro-batches in the pipeline.",
            "1f1b");
    private static final Field<List<Integer>> STAGE_LAYERS = Field.optional(
            "stageLayers",
            Kinds.list(Kinds.integer("layers", 0), 1),
            "as even as it goes",
            "Layers of each stage (of each chunk where virtualStages > 1), in order.",
            "[15, 16, 16, 15]");
    private static final Field<ZeroStage> ZERO = Field.defaulted(
            "zero",
            Kinds.whole("a ZeRO stage", 0, 3).map(stage -> ZeroStage.values()[stage.intValue()]),
            "0",
            "plain data parallelism",
            "ZeRO stage: 1 shards optimizer state, 2 gradients too, 3 weights too (FSDP).",
            "3");
    private static final Field<Integer> SHARD_GROUP = Field.optional(
            "shardGroup",
            Kinds.integer("ranks", 1),
            "dp x cp",
            "Ranks over which ZeRO shards; fewer than dp x cp is HSDP.",
            "8");
    private static final Field<Boolean> RESHARD = Field.defaulted(
            "reshardAfterForward",
            Kinds.flag(),
            "true",
            "FSDP's default",
            "ZeRO-3: whether gathered weights are freed after forward and gathered again.",
            "true");
    private static final Field<Boolean> SYNC_ALL = Field.optional(
            "syncEveryMicroStep",
            Kinds.flag(),
            "true for ZeRO-2 and ZeRO-3, else false",
            "Whether gradients are reduced in every micro-step of an accumulation window.",
            "false");
    private static final Field<Long> MICRO_BATCH = Field.optional(
            "microBatch",
            Kinds.whole("samples", 1),
            "1 for transformers, else the replica's batch",
            "Samples of one micro-batch.",
            "2");
    private static final Field<Boolean> SEQUENCE_PARALLEL = Field.optional(
            "sequenceParallel",
            Kinds.flag(),
            "true where tp > 1",
            "Whether norms and residuals are split along the sequence.",
            "true");
    private static final Field<Recompute> RECOMPUTE = Field.defaulted(
            "recompute",
            Kinds.choice(Recompute.class),
            "none",
            "nothing is computed twice unless asked",
            "What backward computes again.",
            "selective");
    private static final Field<Offload> OFFLOAD = Field.defaulted(
            "offload",
            Kinds.choice(Offload.class),
            "none",
            "everything stays on the device",
            "What is kept in host memory.",
            "optimizer");
    private static final Field<Overlap> OVERLAP = Field.optional(
            "overlap",
            overlap(),
            "data parallel only",
            "Which communication hides behind compute.",
            "{dataParallel: true}");
    private static final Field<Synchrony> SYNCHRONY =
            Field.optional("synchrony", SynchronyShape.KIND, "synchronous", "How replicas agree.", "{localSteps: 500}");

    static final Shape<BiFunction<Workload, Integer, Layout>> SHAPE = new Shape<>(
            "layout",
            "How the job is split.",
            List.of(
                    DP,
                    TP,
                    PP,
                    CP,
                    EP,
                    VIRTUAL,
                    SCHEDULE,
                    STAGE_LAYERS,
                    ZERO,
                    SHARD_GROUP,
                    RESHARD,
                    SYNC_ALL,
                    MICRO_BATCH,
                    SEQUENCE_PARALLEL,
                    RECOMPUTE,
                    OFFLOAD,
                    OVERLAP,
                    SYNCHRONY),
            List.of(),
            v -> (workload, devices) -> layout(v, workload, devices));

    private LayoutShape() {}

    private static Layout layout(Values v, Workload workload, int devices) {
        int tp = v.get(TP);
        int pp = v.get(PP);
        int cp = v.get(CP);
        int dp = v.find(DP).orElse(Math.max(1, devices / Math.max(1, tp * pp * cp)));
        ZeroStage zero = v.get(ZERO);
        return new Layout(
                dp,
                tp,
                pp,
                cp,
                v.get(EP),
                v.get(VIRTUAL),
                v.find(SCHEDULE).orElse(v.get(VIRTUAL) > 1 ? Schedule.INTERLEAVED : Schedule.ONE_F_ONE_B),
                v.find(STAGE_LAYERS).orElse(List.of()),
                zero,
                v.find(SHARD_GROUP).orElse(dp * cp),
                v.get(RESHARD),
                v.find(SYNC_ALL).orElse(zero.compareTo(ZeroStage.ZERO_2) >= 0),
                v.find(MICRO_BATCH).orElseGet(() -> microBatch(workload, dp)),
                v.find(SEQUENCE_PARALLEL).orElse(tp > 1),
                v.get(RECOMPUTE),
                v.get(OFFLOAD),
                v.find(OVERLAP).orElse(Overlap.DEFAULT),
                v.find(SYNCHRONY).orElse(Synchrony.SYNCHRONOUS));
    }

    private static long microBatch(Workload workload, int dp) {
        if (workload.model() instanceof Transformer) {
            return 1;
        }
        long size = workload.batch().size();
        return workload.batch().scaling() == Batch.Scaling.WEAK ? size : Math.max(1, size / dp);
    }

    private static Field<Integer> degree(String name, String doc) {
        return Field.defaulted(name, Kinds.integer("ranks", 1), "1", "not split this way", doc, "8");
    }

    private static Shape<Overlap> overlap() {
        Field<Boolean> data = way("dataParallel", "true", "Gradient buckets and weight gathers.");
        Field<Boolean> tensor = way("tensorParallel", "false", "Tensor-parallel collectives.");
        Field<Boolean> expert = way("expertParallel", "false", "All-to-alls.");
        Field<Boolean> pipeline = way("pipeline", "false", "Transfers between stages.");
        return new Shape<>(
                "overlap",
                "Which communication hides behind compute.",
                List.of(data, tensor, expert, pipeline),
                List.of(),
                v -> new Overlap(v.get(data), v.get(tensor), v.get(expert), v.get(pipeline)));
    }

    private static Field<Boolean> way(String name, String value, String doc) {
        return Field.defaulted(name, Kinds.flag(), value, "what mainstream runtimes do", doc, value);
    }
}
