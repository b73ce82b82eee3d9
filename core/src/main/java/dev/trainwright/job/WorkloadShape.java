package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The workload of a job file. It is complete once the number of devices is known, which a measured model without a batch is shared by. */
final class WorkloadShape {
    static final Field<Model> MODEL = Field.optional(
            "model",
            Kinds.scalarOr(new ModelKind(), RawModelShape.SHAPE),
            "a measured model",
            "The model: a preset's name, the path of a Hugging Face config.json, or a decoder by its dimensions.",
            "llama-3.1-8b");
    private static final Field<DoubleFunction<MeasuredModel>> MEASURED = Field.optional(
            "measured",
            MeasuredShape.SHAPE,
            "a model by its shape",
            "A model known by measurement.",
            "{compute: 400 ms, communication: 50 ms}");
    private static final Field<Long> GLOBAL_BATCH = Field.optional(
            "globalBatch",
            Kinds.whole("samples", 1),
            "one sample for each device of a measured model",
            "Samples of one optimizer step, the same for any number of devices (strong scaling).",
            "1024");
    private static final Field<Long> REPLICA_BATCH = Field.optional(
            "replicaBatch",
            Kinds.whole("samples", 1),
            "globalBatch is held fixed",
            "Samples of one optimizer step on one data-parallel replica; the global batch grows with the replicas (weak scaling).",
            "16");
    private static final Field<Long> SEQUENCE = Field.optional(
            "sequence", Kinds.whole("tokens", 1), "1, for images and measured models", "Tokens of one sample.", "8192");
    static final Field<Precision> PRECISION = Field.defaulted(
            "precision",
            PrecisionShape.KIND,
            "bf16",
            "mixed precision as Megatron-LM trains: bf16 weights, fp32 gradients and master copy",
            "Number formats by role.",
            "bf16");
    private static final Field<Optimizer> OPTIMIZER = Field.defaulted(
            "optimizer",
            Kinds.choice(Optimizer.class),
            "adamw",
            "what most models are trained with",
            "The optimizer.",
            "adamw");
    private static final Field<Function<Precision, FineTuning>> FINE_TUNING = Field.defaulted(
            "fineTuning", FineTuningShape.KIND, "full", "pre-training trains everything", "What is trained.", "full");
    private static final Field<Boolean> FUSED = Field.defaulted(
            "attention",
            Kinds.choice(Map.of("fused", true, "unfused", false)),
            "fused",
            "FlashAttention is the default of current frameworks",
            "Whether attention is one kernel that never stores the score matrix.",
            "fused");
    private static final Field<Boolean> DROPOUT = Field.defaulted(
            "dropout",
            Kinds.flag(),
            "false",
            "current language models train without",
            "Whether dropout masks are made and saved.",
            "false");
    private static final Field<Double> LOAD = Field.defaulted(
            "load",
            Kinds.nonNegative(Dimension.SECONDS),
            "0 s",
            "input is taken to arrive in time",
            "Time to load one iteration's input.",
            "80 ms");
    private static final Field<Amount> TRAIN = Field.optional(
            "train", AmountShape.KIND, "one iteration is forecast, no hours", "How much to train.", "{tokens: 1.4T}");

    static final Shape<IntFunction<Workload>> SHAPE = new Shape<>(
            "workload",
            "What is trained.",
            List.of(
                    MODEL,
                    MEASURED,
                    GLOBAL_BATCH,
                    REPLICA_BATCH,
                    SEQUENCE,
                    PRECISION,
                    OPTIMIZER,
                    FINE_TUNING,
                    FUSED,
                    DROPOUT,
                    LOAD,
                    TRAIN),
            List.of(
                    Rule.exactlyOne(MODEL, MEASURED),
                    Rule.atMostOne(GLOBAL_BATCH, REPLICA_BATCH),
                    new Rule.Check(
                            MODEL, "a model's shape needs globalBatch or replicaBatch", WorkloadShape::batchMissing),
                    new Rule.Check(MODEL, "a transformer needs sequence", WorkloadShape::sequenceMissing)),
            v -> devices -> workload(v, devices));

    private WorkloadShape() {}

    private static Optional<String> batchMissing(Values v) {
        return v.has(MODEL) && !v.has(GLOBAL_BATCH) && !v.has(REPLICA_BATCH)
                ? Optional.of(
                        "expected globalBatch (samples of one step, held fixed) or replicaBatch (samples of one replica)")
                : Optional.empty();
    }

    private static Optional<String> sequenceMissing(Values v) {
        return v.find(MODEL).filter(Transformer.class::isInstance).isPresent() && !v.has(SEQUENCE)
                ? Optional.of("expected sequence, the tokens of one sample")
                : Optional.empty();
    }

    private static Workload workload(Values v, int devices) {
        Batch batch = v.find(REPLICA_BATCH)
                .map(size -> new Batch(size, Batch.Scaling.WEAK))
                .orElseGet(() -> new Batch(v.find(GLOBAL_BATCH).orElse((long) devices), Batch.Scaling.STRONG));
        double whole = batch.scaling() == Batch.Scaling.WEAK ? (double) batch.size() * devices : batch.size();
        Precision precision = v.get(PRECISION);
        return new Workload(
                v.find(MODEL).orElseGet(() -> v.get(MEASURED).apply(whole)),
                batch,
                v.find(SEQUENCE).orElse(1L),
                precision,
                v.get(OPTIMIZER),
                v.get(FINE_TUNING).apply(precision),
                v.get(FUSED),
                v.get(DROPOUT),
                v.get(LOAD),
                v.find(TRAIN).orElse(null));
    }
}
