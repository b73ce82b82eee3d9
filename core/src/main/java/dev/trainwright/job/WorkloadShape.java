package dev.trainwright.job;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.input.Field;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The workload part of a job file. A measured model waits for the number of devices. */
final class WorkloadShape {

    private static final long MOST = 1L << 40;
    private static final String OTHERWISE = "given in another way";
    private static final Field<Model> MODEL = Field.optional(
            "model",
            Kinds.scalarOr(new ModelKind(), Kinds.keyed(NetworkShapes.KEYED, RawModelShape.SHAPE)),
            "the workload is measured",
            "The model: its files, a preset, or its dimensions.",
            "llama-3-8b");
    private static final Field<MeasuredShape.Measured> MEASURED = Field.optional(
            "measured",
            MeasuredShape.KIND,
            "the model's shape decides",
            "Times measured on one device, in place of a model.",
            "{compute: 400 ms, communication: 50 ms}");
    private static final Field<Long> GLOBAL_BATCH = Field.optional(
            "globalBatch",
            Kinds.whole("samples", 1, MOST),
            OTHERWISE,
            "Samples of one step over all devices: held fixed when devices are added (strong scaling).",
            "1024");
    private static final Field<Long> BATCH_TOKENS = Field.optional(
            "batchTokens",
            Kinds.whole("tokens", 1, MOST),
            OTHERWISE,
            "The same in tokens, a multiple of sequence.",
            "4_194_304");
    private static final Field<Long> REPLICA_BATCH = Field.optional(
            "replicaBatch",
            Kinds.whole("samples", 1, MOST),
            OTHERWISE,
            "Samples of one step on one data-parallel replica: held fixed when devices are added (weak scaling).",
            "8");
    private static final Field<Long> SEQUENCE = Field.optional(
            "sequence",
            Kinds.whole("tokens", 1, MOST),
            "1; a transformer needs it",
            "Tokens of one sample, s.",
            "8192");
    private static final Field<Precision> PRECISION = Field.defaulted(
            "precision",
            PrecisionShape.KIND,
            "bf16",
            "mixed precision with an fp32 master copy, the most common recipe",
            "Number formats by role.",
            "fp8");
    private static final Field<Optimizer> OPTIMIZER = Field.defaulted(
            "optimizer",
            Kinds.choice(Optimizer.class),
            "adamw",
            "the most common one",
            "The optimizer, which decides the state kept for each trained parameter.",
            "adafactor");
    private static final Field<Function<Precision, FineTuning>> FINE_TUNING = Field.defaulted(
            "fineTuning",
            FineTuningShape.KIND,
            "full",
            "every parameter is trained",
            "Which parameters are trained.",
            "{method: qlora, rank: 16}");
    private static final Field<Boolean> FUSED_ATTENTION = Field.defaulted(
            "attention",
            Kinds.choice(attention()),
            "fused",
            "what runtimes do where the device can",
            "Whether attention runs as one kernel that never stores the s x s matrix (FlashAttention).",
            "unfused");
    private static final Field<Boolean> COMPILED = Field.defaulted(
            "compiled",
            Kinds.flag(),
            "true",
            "torch.compile, XLA and Megatron's kernels fuse",
            "Whether elementwise work is fused; false where every operation is a kernel (eager PyTorch).",
            "false");
    private static final Field<Boolean> DROPOUT = Field.defaulted(
            "dropout",
            Kinds.flag(),
            "false",
            "recent models train without",
            "Whether dropout masks are made and saved (GPT-2, GPT-3, BERT).",
            "true");
    private static final Field<Double> EXPERT_LOAD = Field.defaulted(
            "expertLoad",
            Kinds.ratio(1, 64),
            "1",
            "routing is balanced, as losses and biases make it and published benchmarks force it",
            "Tokens of the busiest expert-parallel rank over the mean of all, or a capacity factor (1.25 in arXiv 2101.03961).",
            "1.25");
    private static final Field<Double> LOAD = Field.defaulted(
            "load",
            Kinds.nonNegative(Dimension.SECONDS),
            "0 s",
            "input keeps up",
            "Time to load one iteration's input, hidden behind the step unless longer.",
            "80 ms");
    private static final Field<Amount> TRAIN =
            Field.optional("train", AmountShape.KIND, "one iteration, no hours", "How much to train.", "{tokens: 15T}");

    /** A workload that waits for the number of devices. */
    record Pending(Values values) {

        /**
         * The workload; what it took from the number of devices is added to {@code assumed}.
         *
         * @throws InputException when it needs a device or a link of which nothing is known, or a number format that a device lacks
         */
        Workload on(Cluster cluster, List<String> assumed) {
            if (values.has(MODEL) && !ClusterShape.devicesKnown(cluster)) {
                throw Draft.refusal(
                        values,
                        MODEL,
                        "a model needs a device that is known; give cluster.accelerator or cluster.node, or measured times");
            }
            boolean timed = values.find(MEASURED)
                    .filter(MeasuredShape.Measured::communicationGiven)
                    .isPresent();
            if (!timed && !ClusterShape.linksKnown(cluster)) {
                throw Draft.refusal(
                        values,
                        values.has(MODEL) ? MODEL : MEASURED,
                        "several devices synchronise over a link; give cluster.link, or communication as measured");
            }
            if (values.has(MODEL)) {
                requireFormats(values, cluster);
            }
            return workload(values, cluster.devices(), assumed);
        }
    }

    static final Shape<Pending> SHAPE = new Shape<>(
            "workload",
            "What is trained, independent of machine and layout.",
            List.of(
                    MODEL,
                    MEASURED,
                    GLOBAL_BATCH,
                    BATCH_TOKENS,
                    REPLICA_BATCH,
                    SEQUENCE,
                    PRECISION,
                    OPTIMIZER,
                    FINE_TUNING,
                    FUSED_ATTENTION,
                    DROPOUT,
                    COMPILED,
                    EXPERT_LOAD,
                    LOAD,
                    TRAIN),
            List.of(
                    Rule.exactlyOne(MODEL, MEASURED),
                    Rule.atMostOne(GLOBAL_BATCH, BATCH_TOKENS, REPLICA_BATCH),
                    Rule.needs(BATCH_TOKENS, SEQUENCE),
                    new Rule.Check(MODEL, "a model needs a batch, and a transformer a sequence", WorkloadShape::gap),
                    new Rule.Check(MODEL, "a model's work is known by its tokens", WorkloadShape::unshaped),
                    new Rule.Check(
                            SEQUENCE,
                            "the sequence is what an image makes where the model says so",
                            WorkloadShape::ownTokens),
                    new Rule.Check(BATCH_TOKENS, "batchTokens is a multiple of sequence", WorkloadShape::tokens),
                    new Rule.Check(
                            FINE_TUNING, "an adapter needs a matrix that the model has", WorkloadShape::adapters),
                    new Rule.Check(TRAIN, "tokens to train need a sequence", WorkloadShape::amount)),
            Pending::new);

    private WorkloadShape() {}

    private static Map<String, Boolean> attention() {
        Map<String, Boolean> names = new LinkedHashMap<>();
        names.put("fused", true);
        names.put("unfused", false);
        return names;
    }

    private static Optional<String> gap(Values v) {
        if (v.has(MODEL) && !v.has(GLOBAL_BATCH) && !v.has(BATCH_TOKENS) && !v.has(REPLICA_BATCH)) {
            return Optional.of("the batch is missing; give globalBatch, batchTokens or replicaBatch");
        }
        return v.find(MODEL).filter(model -> model instanceof Transformer).isPresent() && !v.has(SEQUENCE)
                ? Optional.of("the sequence is missing; give the tokens of one sample, for instance sequence: 4096")
                : Optional.empty();
    }

    private static Optional<String> unshaped(Values v) {
        return v.find(MODEL)
                .filter(model -> model instanceof Transformer transformer && !transformer.ofTokens())
                .map(model -> "its parameters are known (trainwright model), but not what its parts do for a token"
                        + " or an image: nothing can be forecast of it");
    }

    private static Optional<String> ownTokens(Values v) {
        long own = v.find(MODEL).orElse(null) instanceof Transformer transformer ? transformer.ownTokens() : 0;
        return own > 0 && v.has(SEQUENCE) && v.get(SEQUENCE) != own
                ? Optional.of("one sample of this model has " + own + " tokens, whatever the job; expected " + own)
                : Optional.empty();
    }

    private static Optional<String> tokens(Values v) {
        return v.has(BATCH_TOKENS) && v.get(BATCH_TOKENS) % v.get(SEQUENCE) != 0
                ? Optional.of(v.get(BATCH_TOKENS) + " tokens are no multiple of the sequence of " + v.get(SEQUENCE))
                : Optional.empty();
    }

    private static Optional<String> amount(Values v) {
        boolean tokens = v.find(TRAIN)
                .filter(amount -> amount.unit() == Amount.Unit.TOKENS)
                .isPresent();
        return tokens && !v.has(SEQUENCE)
                ? Optional.of("tokens need workload.sequence; or give samples, steps or epochs")
                : Optional.empty();
    }

    private static Optional<String> adapters(Values v) {
        return v.get(FINE_TUNING).apply(v.get(PRECISION)) instanceof FineTuning.LowRank adapters
                ? AdapterTargets.problem(adapters, v.find(MODEL).orElse(null))
                : Optional.empty();
    }

    private static void requireFormats(Values v, Cluster cluster) {
        Precision precision = v.get(PRECISION);
        for (Cluster.Pool pool : cluster.pools()) {
            Accelerator device = pool.type().accelerator();
            Stream.of(precision.matmul(), precision.attention())
                    .filter(format -> !device.supports(format))
                    .findFirst()
                    .ifPresent(format -> {
                        String message = "precision " + precision.name() + " multiplies in " + lower(format) + ", and "
                                + device.name() + " does not; it does in "
                                + device.peak().keySet().stream()
                                        .sorted()
                                        .map(WorkloadShape::lower)
                                        .collect(Collectors.joining(", "));
                        throw Draft.refusal(v, PRECISION, message);
                    });
        }
    }

    private static String lower(NumberFormat format) {
        return format.name().toLowerCase(Locale.ROOT);
    }

    private static Workload workload(Values v, int devices, List<String> assumed) {
        Precision precision = v.get(PRECISION);
        Batch batch = batch(v, devices, assumed);
        Model model = v.find(MODEL).orElseGet(() -> v.get(MEASURED).model(batch.size(), v.find(SEQUENCE), precision));
        return new Workload(
                model,
                batch,
                v.find(SEQUENCE).orElse(1L),
                precision,
                v.get(OPTIMIZER),
                v.get(FINE_TUNING).apply(precision),
                v.get(FUSED_ATTENTION),
                v.get(DROPOUT),
                v.get(COMPILED),
                v.get(EXPERT_LOAD),
                v.get(LOAD),
                v.find(TRAIN).orElse(null));
    }

    private static Batch batch(Values v, int devices, List<String> assumed) {
        if (v.has(REPLICA_BATCH)) {
            return new Batch(v.get(REPLICA_BATCH), Batch.Scaling.WEAK);
        }
        if (v.has(BATCH_TOKENS)) {
            return new Batch(v.get(BATCH_TOKENS) / v.get(SEQUENCE), Batch.Scaling.STRONG);
        }
        return new Batch(
                v.find(GLOBAL_BATCH).orElseGet(() -> {
                    Draft.assume(
                            assumed, v, GLOBAL_BATCH, devices, "the measured iteration splits evenly over the devices");
                    return (long) devices;
                }),
                Batch.Scaling.STRONG);
    }
}
