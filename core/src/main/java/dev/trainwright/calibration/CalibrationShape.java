package dev.trainwright.calibration;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.quantity.Dimension;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A calibration as its file writes it. */
final class CalibrationShape {
    /** Families that jobs are forecast with. */
    private static final Map<String, String> FAMILIES = Stream.of("any", "megatron", "nemo", "fsdp", "ddp", "maxtext")
            .collect(Collectors.toMap(f -> f, f -> f, (a, b) -> a, LinkedHashMap::new));

    private static final Field<Double> MATMUL =
            share("matmul", "Share of the peak that a large matrix product reaches.");
    private static final Field<Double> HALF_ROWS = half("halfRows", "m at which a product reaches half of that.");
    private static final Field<Double> HALF_COLUMNS = half("halfColumns", "n at which it does.");
    private static final Field<Double> HALF_DEPTH = half("halfDepth", "k at which it does.");
    private static final Field<Double> ATTENTION = share("attention", "Share of the peak of fused attention, forward.");
    private static final Field<Double> ATTENTION_BACKWARD = share("attentionBackward", "The same, backward.");
    private static final Field<Double> CONVOLUTION = share("convolution", "Share of the peak of a large convolution.");
    private static final Field<Double> MEMORY =
            share("memory", "Share of the memory bandwidth of elementwise kernels.");
    private static final Field<Double> TRAFFIC =
            factor("elementwiseTraffic", "Bytes elementwise kernels move over those of perfect fusion.");
    private static final Field<Double> KERNEL = seconds("kernel", "Least time of a kernel.", "3 us");
    private static final Field<Double> HOST = seconds("host", "Time the host needs to launch a kernel.", "6 us");
    private static final Field<Double> JITTER =
            Field.required("jitter", Kinds.ratio(0, 1), "Coefficient of variation of a replica's step time.", "0.02");
    private static final Field<Double> STEP = seconds("step", "Per iteration, whatever its size.", "5 ms");
    private static final Field<Double> INTRA = factor("intra", "On the attainable bandwidth inside a node.");
    private static final Field<Double> INTER = factor("inter", "On the attainable bandwidth between nodes.");
    private static final Field<Double> CALL = seconds("call", "Per collective call.", "12 us");
    private static final Field<Double> TRANSFER = seconds("transfer", "Per transfer between pipeline stages.", "50 us");
    private static final Field<Double> LATENCY = factor("latencyFactor", "On the catalogue's latency of a step.");
    private static final Field<Double> OVERLAP =
            Field.required("overlap", Kinds.ratio(0, 1), "Share of compute behind which communication hides.", "0.9");
    private static final Field<Double> DRAG =
            Field.required("drag", Kinds.ratio(0, 1), "By how much compute slows beside it.", "0.1");
    private static final Field<Double> CONTEXT =
            Field.required("context", Kinds.nonNegative(Dimension.BYTES), "Device context and libraries.", "1.5 GiB");
    private static final Field<Double> LOGIT = factor("logitBytes", "Bytes held for each logit at the loss.");
    private static final Field<Double> SLACK =
            factor("slack", "What the allocator adds to activations and buffers over what they hold.");
    private static final Field<Double> CONVOLUTION_BACKWARD =
            factor("convolutionBackward", "Rate of a convolution's backward passes over that of its forward pass.");
    private static final Field<Double> OPTIMIZER_TRAFFIC =
            factor("optimizerTraffic", "Bytes that the weight update moves over those of one fused kernel.");
    private static final Field<Double> LOSS_TRAFFIC =
            factor("lossTraffic", "Bytes that the cross-entropy moves over those of a fused one.");
    private static final Field<Double> GRADIENT_COPIES =
            factor("gradientCopies", "Copies of the gradients that buckets of reductions hold besides.");
    private static final Field<Double> ALL_GATHER =
            usual("allGather", "Time of a byte of an all-gather over that of half an all-reduce.");
    private static final Field<Double> REDUCE_SCATTER =
            usual("reduceScatter", "Time of a byte of a reduce-scatter over that of half an all-reduce.");
    private static final Field<Double> POINT_TO_POINT =
            usual("pointToPoint", "Time of a byte of a message over that of an all-reduce between two.");
    private static final Field<Boolean> GATHERS_AHEAD = Field.defaulted(
            "gathersAhead",
            Kinds.flag(),
            "true",
            "engines for accelerators do",
            "Whether sharded weights are gathered behind compute.",
            "false");
    private static final Field<Double> TIME_LOW = factor("timeLow", "5 % quantile of measured over forecast time.");
    private static final Field<Double> TIME_HIGH = factor("timeHigh", "95 % quantile.");
    private static final Field<Double> MEMORY_LOW =
            factor("memoryLow", "5 % quantile of measured over forecast memory.");
    private static final Field<Double> MEMORY_HIGH = factor("memoryHigh", "95 % quantile.");
    private static final Field<Long> ROWS = Field.required("rows", Kinds.whole("rows", 1), "Rows behind them.", "200");

    private static final Shape<Calibration.Compute> COMPUTE = new Shape<>(
            "calibrationCompute",
            "Speed of operations.",
            List.of(
                    MATMUL,
                    HALF_ROWS,
                    HALF_COLUMNS,
                    HALF_DEPTH,
                    ATTENTION,
                    ATTENTION_BACKWARD,
                    CONVOLUTION,
                    MEMORY,
                    TRAFFIC,
                    KERNEL,
                    HOST,
                    JITTER,
                    STEP),
            List.of(),
            v -> new Calibration.Compute(
                    v.get(MATMUL),
                    v.get(HALF_ROWS),
                    v.get(HALF_COLUMNS),
                    v.get(HALF_DEPTH),
                    v.get(ATTENTION),
                    v.get(ATTENTION_BACKWARD),
                    v.get(CONVOLUTION),
                    v.get(MEMORY),
                    v.get(TRAFFIC),
                    v.get(KERNEL),
                    v.get(HOST),
                    v.get(JITTER),
                    v.get(STEP)));
    private static final Shape<Calibration.Network> NETWORK = new Shape<>(
            "calibrationNetwork",
            "Speed of collectives.",
            List.of(INTRA, INTER, CALL, TRANSFER, LATENCY, OVERLAP, DRAG),
            List.of(),
            v -> new Calibration.Network(
                    v.get(INTRA),
                    v.get(INTER),
                    v.get(CALL),
                    v.get(TRANSFER),
                    v.get(LATENCY),
                    v.get(OVERLAP),
                    v.get(DRAG)));
    private static final Shape<Calibration.Memory> BYTES = new Shape<>(
            "calibrationMemory",
            "Memory besides the model.",
            List.of(CONTEXT, LOGIT, SLACK),
            List.of(),
            v -> new Calibration.Memory(v.get(CONTEXT), v.get(LOGIT), v.get(SLACK)));
    private static final Shape<Calibration.Engine> KERNELS = new Shape<>(
            "calibrationEngine",
            "What an engine does otherwise than the cost model takes for granted.",
            List.of(
                    CONVOLUTION_BACKWARD,
                    OPTIMIZER_TRAFFIC,
                    LOSS_TRAFFIC,
                    GRADIENT_COPIES,
                    ALL_GATHER,
                    REDUCE_SCATTER,
                    POINT_TO_POINT,
                    GATHERS_AHEAD),
            List.of(),
            v -> new Calibration.Engine(
                    v.get(CONVOLUTION_BACKWARD),
                    v.get(OPTIMIZER_TRAFFIC),
                    v.get(LOSS_TRAFFIC),
                    v.get(GRADIENT_COPIES),
                    v.get(ALL_GATHER),
                    v.get(REDUCE_SCATTER),
                    v.get(POINT_TO_POINT),
                    v.get(GATHERS_AHEAD)));
    private static final Shape<Calibration.Residuals> RESIDUALS = new Shape<>(
            "calibrationResiduals",
            "What is left unexplained.",
            List.of(TIME_LOW, TIME_HIGH, MEMORY_LOW, MEMORY_HIGH, ROWS),
            List.of(),
            v -> new Calibration.Residuals(
                    v.get(TIME_LOW),
                    v.get(TIME_HIGH),
                    v.get(MEMORY_LOW),
                    v.get(MEMORY_HIGH),
                    v.get(ROWS).intValue()));

    private static final Field<String> ID =
            Field.required("id", Kinds.text("a short name"), "Its file's name.", "a100-megatron");
    private static final Field<String> FAMILY =
            Field.required("family", Kinds.choice(FAMILIES), "Who ran it.", "megatron");
    private static final Field<List<String>> ACCELERATORS = Field.required(
            "accelerators",
            Kinds.list(Kinds.text("an accelerator's id, or any"), 1),
            "What it holds for.",
            "[a100-sxm-80gb]");
    private static final Field<Calibration.Compute> COMPUTE_PART =
            Field.required("compute", COMPUTE, "Speed of operations.", "{...}");
    private static final Field<Calibration.Network> NETWORK_PART =
            Field.required("network", NETWORK, "Speed of collectives.", "{...}");
    private static final Field<Calibration.Memory> MEMORY_PART =
            Field.required("memory", BYTES, "Memory besides the model.", "{...}");
    private static final Field<Calibration.Engine> ENGINE_PART = Field.optional(
            "engine",
            KERNELS,
            "as the cost model takes for granted: every factor 1, no copies, gathered ahead",
            "What an engine does otherwise.",
            "{...}");
    private static final Field<Calibration.Residuals> RESIDUAL_PART =
            Field.optional("residuals", RESIDUALS, "nothing was measured", "What is left unexplained.", "{...}");
    private static final Field<String> TEXT =
            Field.required("provenance", Kinds.text("one sentence"), "Where the constants come from.", "fitted on ...");
    private static final Field<String> DATE = Field.required("date", Kinds.text("a date"), "When.", "2026-12-02");
    private static final Field<Boolean> EXTRAPOLATED = Field.required(
            "extrapolated", Kinds.flag(), "Whether this accelerator or family was never measured.", "false");

    /** The shape of a calibration file. */
    static final Shape<CalibrationFile> SHAPE = new Shape<>(
            "calibration",
            "Fitted constants of one accelerator under one software family.",
            List.of(
                    ID,
                    FAMILY,
                    ACCELERATORS,
                    COMPUTE_PART,
                    NETWORK_PART,
                    MEMORY_PART,
                    ENGINE_PART,
                    RESIDUAL_PART,
                    TEXT,
                    DATE,
                    EXTRAPOLATED),
            List.of(),
            v -> new CalibrationFile(
                    v.get(ACCELERATORS),
                    new Calibration(
                            v.get(ID),
                            v.get(FAMILY),
                            v.get(COMPUTE_PART),
                            v.get(NETWORK_PART),
                            v.get(MEMORY_PART),
                            v.find(ENGINE_PART).orElse(Calibration.Engine.FUSED),
                            v.find(RESIDUAL_PART).orElse(null),
                            new Calibration.Provenance(v.get(TEXT), v.get(DATE), v.get(EXTRAPOLATED)))));

    private CalibrationShape() {}

    private static Field<Double> share(String name, String doc) {
        return Field.required(name, Kinds.ratio(0.001, 1), doc, "0.8");
    }

    private static Field<Double> half(String name, String doc) {
        return Field.required(name, Kinds.nonNegative(Dimension.RATIO), doc, "64");
    }

    private static Field<Double> factor(String name, String doc) {
        return Field.required(name, Kinds.nonNegative(Dimension.RATIO), doc, "1.2");
    }

    /** A factor that is 1 where nothing is said. */
    private static Field<Double> usual(String name, String doc) {
        return Field.defaulted(
                name, Kinds.nonNegative(Dimension.RATIO), "1", "as libraries for accelerators do", doc, "1.2");
    }

    private static Field<Double> seconds(String name, String doc, String example) {
        return Field.required(name, Kinds.nonNegative(Dimension.SECONDS), doc, example);
    }
}
