package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Accumulation;
import dev.trainwright.spine.AccumulationFit;
import dev.trainwright.spine.AccumulationSteps;
import dev.trainwright.spine.AccumulationSteps.NotWhole;
import dev.trainwright.spine.AccumulationSteps.Option;
import dev.trainwright.spine.LearningRate;
import dev.trainwright.spine.Step;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parts of an answer about gradient accumulation; the command puts together those that were asked for. */
public final class AccumulateAnswer {
    private record Choice(String keeps, Option option) {}

    private static final List<Metric<Choice>> CHOICES = List.of(
            Metric.text("keeps", "keeps", Choice::keeps),
            Metric.of(
                    "globalBatch",
                    "global batch",
                    Dimension.COUNT,
                    c -> c.option().globalBatch()),
            Metric.of(
                    "microBatch",
                    "micro-batch",
                    Dimension.COUNT,
                    c -> c.option().microBatch()),
            Metric.of("replicas", "replicas", Dimension.COUNT, c -> c.option().replicas()),
            Metric.of(
                    "accumulationSteps",
                    "steps",
                    Dimension.COUNT,
                    c -> c.option().steps()));

    private record Timing(double onceSeconds, double eachSeconds, double saved) {}

    private static final List<Metric<Timing>> TIMING = List.of(
            Metric.of("withNoSyncSeconds", "synchronising once (no_sync)", Dimension.SECONDS, Timing::onceSeconds),
            Metric.of("withoutSeconds", "synchronising each time", Dimension.SECONDS, Timing::eachSeconds),
            Metric.of("saved", "saved", Dimension.RATIO, Timing::saved));

    private record MicroBatch(
            int number, long items, @Nullable Double mean, double itemWeight) {}

    private static final List<Metric<MicroBatch>> MICRO_BATCHES = List.of(
            Metric.of("number", "micro-batch", Dimension.COUNT, MicroBatch::number),
            Metric.of("items", "items", Dimension.COUNT, MicroBatch::items),
            Metric.of("mean", "mean", Dimension.FACTOR, MicroBatch::mean),
            Metric.of(
                    "itemWeight", "weight of an item in the mean of means", Dimension.FACTOR, MicroBatch::itemWeight));

    private record Means(
            long items, @Nullable Double right, @Nullable Double wrong) {
        @Nullable
        Double bias() {
            return right == null || wrong == null ? null : wrong - right;
        }
    }

    private static final List<Metric<Means>> MEANS = List.of(
            Metric.of("items", "divide the sum by", Dimension.COUNT, Means::items),
            Metric.of("windowMean", "mean of all items (right)", Dimension.FACTOR, Means::right),
            Metric.of("meanOfMeans", "mean of means (wrong)", Dimension.FACTOR, Means::wrong),
            Metric.of("bias", "bias", Dimension.FACTOR, Means::bias));

    private static final List<Metric<Accumulation.Epoch>> EPOCH = List.of(
            Metric.of("optimizerSteps", "optimizer steps", Dimension.COUNT, Accumulation.Epoch::optimizerSteps),
            Metric.of("fullWindows", "full windows", Dimension.COUNT, Accumulation.Epoch::fullWindows),
            Metric.of("lastWindow", "micro-batches of the last", Dimension.COUNT, Accumulation.Epoch::lastWindow));

    private record Measured(
            @Nullable Double microBatchSeconds, @Nullable Double syncSeconds, String words) {}

    private static final List<Metric<Measured>> MEASURED = List.of(
            Metric.of("microBatchSeconds", "compute of a micro-batch", Dimension.SECONDS, Measured::microBatchSeconds),
            Metric.of("syncSeconds", "synchronisation", Dimension.SECONDS, Measured::syncSeconds),
            Metric.text("meaning", "which means", Measured::words));

    private AccumulateAnswer() {}

    /** How a global batch is cut. */
    public static List<Part> batch(long globalBatch, long microBatch, long replicas, AccumulationSteps steps) {
        if (steps instanceof AccumulationSteps.Whole whole) {
            String words = "Accumulate %s of %,d%s, divide the sum by %,d, then update once: %s."
                    .formatted(
                            whole.steps() == 1 ? "1 micro-batch" : "%,d micro-batches".formatted(whole.steps()),
                            microBatch,
                            replicas == 1 ? "" : " on each of %,d replicas".formatted(replicas),
                            whole.steps(),
                            globalBatch == 1 ? "1 sample" : "%,d samples".formatted(globalBatch));
            return List.of(
                    new Sentence("answer", words),
                    new Facts<>(
                            "",
                            "",
                            whole,
                            List.of(Metric.of(
                                    "accumulationSteps",
                                    "accumulation steps",
                                    Dimension.COUNT,
                                    AccumulationSteps.Whole::steps))),
                    new Steps("steps", "Steps", derivation(globalBatch, microBatch, replicas, whole.steps())));
        }
        var notWhole = (NotWhole) steps;
        String words = ("%,d is no multiple of micro-batch x replicas = %,d: that would be %s steps. Nothing is rounded"
                        + " silently; choose:")
                .formatted(globalBatch, microBatch * replicas, exact(notWhole.exactSteps()));
        return List.of(
                new Sentence("answer", words),
                new Facts<>(
                        "",
                        "",
                        notWhole,
                        List.of(Metric.number(
                                "exactSteps", "exact steps", AccumulateAnswer::exact, NotWhole::exactSteps))),
                new Table<>("options", "Choices", choices(notWhole), CHOICES));
    }

    /** The samples of one optimizer step. */
    public static List<Part> globalBatch(long microBatch, long replicas, long steps) {
        long batch = Math.multiplyExact(Math.multiplyExact(microBatch, replicas), steps);
        return List.of(
                new Sentence("answer", "One optimizer step takes %,d samples.".formatted(batch)),
                new Facts<>(
                        "",
                        "",
                        batch,
                        List.of(Metric.of("globalBatch", "global batch", Dimension.COUNT, Long::longValue))),
                new Steps(
                        "steps",
                        "Steps",
                        List.of(new Step(
                                "Global batch",
                                "%d x %d x %d".formatted(microBatch, replicas, steps),
                                batch,
                                Dimension.COUNT,
                                "micro-batch x replicas of all nodes x accumulation steps"))));
    }

    /** The samples that a device computes at a time. */
    public static List<Part> microBatch(long globalBatch, long replicas, long steps) {
        long pieces = Math.multiplyExact(replicas, steps);
        double exact = (double) globalBatch / pieces;
        boolean whole = globalBatch % pieces == 0;
        String words = whole
                ? "The micro-batch is %,d.".formatted(globalBatch / pieces)
                : "%,d is no multiple of replicas x steps = %,d: that would be a micro-batch of %s. Nothing is rounded silently; the nearest global batches are %s."
                        .formatted(
                                globalBatch,
                                pieces,
                                exact(exact),
                                globalBatch < pieces
                                        ? "%,d".formatted(pieces)
                                        : "%,d and %,d"
                                                .formatted(
                                                        globalBatch / pieces * pieces,
                                                        (globalBatch / pieces + 1) * pieces));
        return List.of(
                new Sentence("answer", words),
                new Facts<>(
                        "",
                        "",
                        exact,
                        List.of(Metric.number(
                                "microBatch", "micro-batch", AccumulateAnswer::exact, Double::doubleValue))),
                new Steps(
                        "steps",
                        "Steps",
                        List.of(new Step(
                                "Micro-batch",
                                "%d / (%d x %d)".formatted(globalBatch, replicas, steps),
                                exact,
                                Dimension.FACTOR,
                                "each of the replicas covers its part of the global batch in so many steps"))));
    }

    /** Never as the whole number that it is not. */
    private static String exact(double steps) {
        return Prints.apart(steps, Math.rint(steps));
    }

    private static List<Choice> choices(NotWhole steps) {
        return Stream.of(
                        steps.nearby().stream().map(o -> new Choice("micro-batch and replicas", o)),
                        steps.microBatches().stream().map(o -> new Choice("global batch and replicas", o)),
                        steps.replicas().stream().map(o -> new Choice("global batch and micro-batch", o)))
                .flatMap(choices -> choices)
                .toList();
    }

    private static List<Step> derivation(long globalBatch, long microBatch, long replicas, long steps) {
        return List.of(
                new Step(
                        "Samples of one micro-step",
                        microBatch + " x " + replicas,
                        microBatch * replicas,
                        Dimension.COUNT,
                        "every replica of every node computes one micro-batch at a time"),
                new Step(
                        "Accumulation steps",
                        globalBatch + " / " + microBatch * replicas,
                        steps,
                        Dimension.COUNT,
                        "so many micro-steps cover the global batch; gradients add up between updates"));
    }

    /** Time of one optimizer step. */
    public static Part timing(double microBatchSeconds, double syncSeconds, long steps) {
        double once = Accumulation.secondsSyncingOnce(microBatchSeconds, syncSeconds, steps);
        double each = Accumulation.secondsSyncingEachTime(microBatchSeconds, syncSeconds, steps);
        return new Facts<>("timing", "One optimizer step", new Timing(once, each, 1 - once / each), TIMING);
    }

    /** Unequal micro-batches. */
    public static List<Part> unequal(List<Long> items, List<Double> means) {
        long[] counts = items.stream().mapToLong(Long::longValue).toArray();
        double[] values = means.stream().mapToDouble(Double::doubleValue).toArray();
        boolean known = values.length > 0;
        double[] weights = Accumulation.itemWeights(counts);
        List<MicroBatch> rows = IntStream.range(0, counts.length)
                .mapToObj(i -> new MicroBatch(i + 1, counts[i], known ? values[i] : null, weights[i]))
                .toList();
        long total = items.stream().mapToLong(Long::longValue).sum();
        return List.of(
                new Table<>("microBatches", "Unequal micro-batches", rows, MICRO_BATCHES),
                new Facts<>(
                        "window",
                        "The window",
                        new Means(
                                total,
                                known ? Accumulation.windowMean(values, counts) : null,
                                known ? Accumulation.meanOfMeans(values) : null),
                        MEANS));
    }

    /** The optimizer steps of an epoch. */
    public static Part epoch(long microBatches, long steps) {
        return new Facts<>("epoch", "One epoch", Accumulation.epoch(microBatches, steps), EPOCH);
    }

    /** What two measurements tell about compute and synchronisation. */
    public static Part measured(AccumulationFit fit) {
        Measured measured;
        if (fit instanceof AccumulationFit.Solved solved) {
            measured = new Measured(
                    solved.microBatchSeconds(),
                    solved.syncSeconds(),
                    "an optimizer step of a micro-batches takes a x %s + %s"
                            .formatted(
                                    Prints.full(Dimension.SECONDS, solved.microBatchSeconds()),
                                    Prints.full(Dimension.SECONDS, solved.syncSeconds())));
        } else if (fit instanceof AccumulationFit.EveryStepPaysAll all) {
            measured = new Measured(
                    null,
                    null,
                    "the time grows in proportion to the steps, %s each: either synchronisation is free or every"
                                    .formatted(Prints.full(Dimension.SECONDS, all.microBatchAndSyncSeconds()))
                            + " micro-batch synchronises, so check that no_sync takes effect");
        } else {
            measured = new Measured(
                    null, null, "more micro-batches took no longer: both runs cannot have done the same work for each");
        }
        return new Facts<>("measured", "From the measurements", measured, MEASURED);
    }

    /** The learning rate of the linear scaling rule. */
    public static Part learningRate(double baseRate, long baseBatch, long globalBatch) {
        double rate = LearningRate.linear(baseRate, baseBatch, globalBatch);
        Step step = new Step(
                "Learning rate",
                "%s x %,d / %,d".formatted(Prints.full(Dimension.FACTOR, baseRate), globalBatch, baseBatch),
                rate,
                Dimension.FACTOR,
                "the linear scaling rule (Goyal et al. 2017) follows the global batch, not the devices: data parallelism"
                        + " averages gradients. It is a starting point, with warm-up");
        return new Steps("learningRate", "Learning rate", List.of(step));
    }
}
