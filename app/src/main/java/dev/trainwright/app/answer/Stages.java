package dev.trainwright.app.answer;

import dev.trainwright.app.answer.StatesAnswer.Question;
import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Table;
import dev.trainwright.layout.Offload;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.DeepSpeedEstimate;
import dev.trainwright.spine.States;
import dev.trainwright.spine.Step;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Bytes of a model's states on each of some devices, under each stage of ZeRO. */
final class Stages {
    private static final int SHARDED = 3;

    /** Bytes of a weight in 16 bits, which the estimators are for. */
    private static final double HALF = 2;

    private static final double GIB = 1L << 30;
    private static final List<String> SHARDS = List.of("nothing", "the last", "the last two", "all three");

    /**
     * One stage with what the host takes over.
     *
     * @param gathered the largest layer whole, with its gradients; null where it is not known or nothing is gathered
     * @param left of the device's memory; null where that is not known
     * @param host offloaded bytes of a node
     */
    record Stage(
            int zero,
            Offload offload,
            double weights,
            double gradients,
            double optimizer,
            @Nullable Double gathered,
            double total,
            @Nullable Double left,
            double host) {

        /** In words, as in {@code ZeRO-3 with offload optimizer}. */
        String name() {
            String stage = zero == 0 ? "data parallelism" : "ZeRO-" + zero;
            return offload == Offload.NONE ? stage : stage + " with offload " + Spelling.of(offload);
        }
    }

    private record Estimate(
            int zero, Offload offload, @Nullable Boolean init, DeepSpeedEstimate says) {}

    private static final List<Metric<Stage>> METRICS = List.of(
            new Metric<>("zero", "ZeRO", Stage::zero, Object::toString),
            Metric.text("offload", "offload", stage -> Spelling.of(stage.offload())),
            Metric.of("weightBytes", "weights", Dimension.BYTES, Stage::weights),
            Metric.of("gradientBytes", "gradients", Dimension.BYTES, Stage::gradients),
            Metric.of("optimizerBytes", "optimizer", Dimension.BYTES, Stage::optimizer),
            Metric.of("gatheredBytes", "gathered", Dimension.BYTES, Stage::gathered),
            Metric.of("deviceBytes", "each device", Dimension.BYTES, Stage::total),
            Metric.of("leftBytes", "left", Dimension.BYTES, Stage::left),
            Metric.of("hostBytes", "a node's host", Dimension.BYTES, Stage::host));

    private static final List<Metric<Estimate>> ESTIMATES = List.of(
            new Metric<>("zero", "ZeRO", Estimate::zero, Object::toString),
            Metric.text("offload", "offload", estimate -> Spelling.of(estimate.offload())),
            Metric.flag("shardedFromTheStart", "zero.Init", Estimate::init),
            Metric.number(
                    "deviceBytes",
                    "per GPU",
                    Stages::gib,
                    estimate -> estimate.says().deviceBytes()),
            Metric.number(
                    "hostBytes",
                    "per CPU",
                    Stages::gib,
                    estimate -> estimate.says().hostBytes()));

    private Stages() {}

    /** The stages asked about, each with every offload asked about that it can have. */
    static List<Stage> of(Question q, long devices) {
        return IntStream.rangeClosed(0, SHARDED)
                .filter(zero -> q.zero() == null || q.zero() == zero)
                .filter(zero -> q.trained().partsKnown() || zero == 0 || zero == SHARDED)
                .boxed()
                .flatMap(zero -> offloads(q, zero).map(offload -> stage(q, devices, zero, offload)))
                .toList();
    }

    /** Tables of them, and of what DeepSpeed's estimators say. */
    static List<Part> parts(Question q, long devices, List<Stage> stages) {
        return List.of(
                new Table<>(
                        "stages",
                        devices == 1 ? "On the device" : "On each of %,d devices".formatted(devices),
                        stages,
                        METRICS),
                new Table<>(
                        "deepSpeed",
                        "What DeepSpeed's estimators say: mixed precision with Adam, GB of 1024^3 bytes, states alone",
                        estimates(q, devices, stages),
                        ESTIMATES));
    }

    /** How the total of one stage comes about. */
    static Step step(Question q, long devices, Stage stage) {
        States states = q.states();
        String formula = Stream.of(
                        part(stage.weights(), states.weights(), stage.zero() >= SHARDED, devices),
                        part(stage.gradients(), states.gradients(), stage.zero() >= 2, devices),
                        part(stage.optimizer(), states.optimizer(), stage.zero() >= 1, devices),
                        stage.gathered() == null
                                ? ""
                                : "%,d x %s B".formatted(q.largestLayer(), Trained.factor(gatheredBytes(q))))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" + "));
        return new Step(
                "On each device under " + stage.name(),
                formula.isEmpty() ? "0 B" : formula,
                stage.total(),
                Dimension.BYTES,
                "of weights, gradients and optimizer it shards " + SHARDS.get(stage.zero())
                        + (stage.gathered() == null
                                ? ""
                                : "; the largest layer is gathered whole, with its gradients"));
    }

    private static String part(double here, BigDecimal whole, boolean sharded, long devices) {
        String bytes = Prints.full(Dimension.BYTES, whole.doubleValue());
        return here == 0 ? "" : sharded ? "%s / %,d".formatted(bytes, devices) : bytes;
    }

    private static double gatheredBytes(Question q) {
        return q.trained().gatheredBytes() + q.trained().gradientBytes();
    }

    private static Stream<Offload> offloads(Question q, int zero) {
        return Arrays.stream(Offload.values())
                .filter(offload -> q.offload() == null || q.offload() == offload)
                .filter(offload -> zero >= offload.leastZero().ordinal()
                        && (offload == Offload.NONE || q.trained().partsKnown()));
    }

    private static Stage stage(Question q, long devices, int zero, Offload offload) {
        States states = q.states();
        double weights = states.weightsOnEach(zero, devices);
        double gradients = states.gradientsOnEach(zero, devices);
        double optimizer = states.optimizerOnEach(zero, devices);
        boolean offloads = offload != Offload.NONE;
        double ownWeights = offload == Offload.OPTIMIZER_AND_PARAMETERS ? 0 : weights;
        double ownGradients = offloads && zero >= 2 ? 0 : gradients;
        double ownOptimizer = offloads ? 0 : optimizer;
        Double gathered =
                zero < SHARDED || q.largestLayer() == 0 ? null : Double.valueOf(q.largestLayer() * gatheredBytes(q));
        double total = ownWeights + ownGradients + ownOptimizer + (gathered == null ? 0 : gathered);
        double away = weights - ownWeights + gradients - ownGradients + optimizer - ownOptimizer;
        return new Stage(
                zero,
                offload,
                ownWeights,
                ownGradients,
                ownOptimizer,
                gathered,
                total,
                q.memoryBytes() == null ? null : q.memoryBytes() - total,
                away * Math.min(devices, q.nodeSize()));
    }

    private static List<Estimate> estimates(Question q, long devices, List<Stage> stages) {
        if (q.trained().adapter() != null || q.trained().gatheredBytes() != HALF) {
            return List.of();
        }
        DeepSpeedEstimate.Setup setup = new DeepSpeedEstimate.Setup(
                q.trained().parameters(), q.largestLayer(), devices, Math.min(devices, q.nodeSize()));
        return stages.stream().flatMap(stage -> estimates(setup, stage)).toList();
    }

    /** None below ZeRO-2, and none of ZeRO-3 without the largest layer. */
    private static Stream<Estimate> estimates(DeepSpeedEstimate.Setup setup, Stage stage) {
        boolean optimizer = stage.offload() != Offload.NONE;
        boolean weights = stage.offload() == Offload.OPTIMIZER_AND_PARAMETERS;
        return switch (stage.zero()) {
            case 2 -> Stream.of(new Estimate(2, stage.offload(), null, DeepSpeedEstimate.zero2(setup, optimizer)));
            case SHARDED ->
                setup.largestLayer() == 0
                        ? Stream.of()
                        : Stream.of(true, false)
                                .map(init -> new Estimate(
                                        SHARDED,
                                        stage.offload(),
                                        init,
                                        DeepSpeedEstimate.zero3(setup, optimizer, weights, init)));
            default -> Stream.of();
        };
    }

    private static String gib(double bytes) {
        return "%.2f".formatted(bytes / GIB);
    }
}
