package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Accumulation;
import dev.trainwright.spine.AccumulationSteps;
import java.util.List;
import java.util.stream.IntStream;

/** A large batch on a small memory. */
final class CellF {
    private static final long BATCH = 64;
    private static final long MICRO_BATCH = 8;
    private static final double[] TOY_GRADIENTS = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final double MICRO_BATCH_SECONDS = 0.1;
    private static final double SYNC_SECONDS = 0.05;

    private CellF() {}

    static Cell cell() {
        long steps = ((AccumulationSteps.Whole) AccumulationSteps.of(BATCH, MICRO_BATCH, 1)).steps();
        double whole = mean(0, TOY_GRADIENTS.length);
        double[] pairs =
                IntStream.range(0, 4).mapToDouble(i -> mean(2 * i, 2 * i + 2)).toArray();
        return new Cell(
                "F",
                "Gradient accumulation",
                "A large batch without more memory, and what to divide by",
                List.of(
                        Figure.count("globalBatch", "effective batch B", BATCH),
                        Figure.count("microBatch", "micro-batch b", MICRO_BATCH)),
                "How many accumulation steps, and what must the sum be divided by?",
                "How many forward and backward passes before one update?",
                List.of(
                        Show.count("Micro-batches", "64 / 8", steps, "8 chunks of 8 samples cover all 64"),
                        Show.ratio(
                                "Weight of each micro-gradient",
                                "1 / " + steps,
                                1.0 / steps,
                                "gradients are linear: the mean of equal chunks' means is the mean of all"),
                        Show.count(
                                "Updates in a window",
                                steps + " passes, then one update",
                                1,
                                "an update after each micro-batch would be training with a batch of 8")),
                List.of(Check.equal(
                        "Toy gradients 1 to 8: the mean of the pairs' means is the mean of all",
                        Accumulation.meanOfMeans(pairs),
                        whole,
                        Dimension.FACTOR)),
                List.of(
                        Figure.count("steps", "accumulation steps", steps),
                        Figure.count("divideBy", "divide the sum by", steps),
                        Figure.factor("toyMean", "mean of the toy gradients", whole)),
                "Accumulate " + steps + " micro-batches, divide by " + steps + ", update once: exact, only slower.",
                List.of(unequal(whole), synchronising(), lastWindow()));
    }

    private static double mean(int from, int to) {
        return IntStream.range(from, to)
                .mapToDouble(i -> TOY_GRADIENTS[i])
                .average()
                .orElseThrow();
    }

    private static Beyond unequal(double whole) {
        double[] means = {mean(0, 3), mean(3, 4), mean(4, 8)};
        long[] counts = {3, 1, 4};
        double wrong = Accumulation.meanOfMeans(means);
        return Beyond.of(
                "The mean of means is exact only for equal micro-batches. With a short last batch or padded tokens, sum"
                        + " over all items and divide once by the window's total count; several trainers got this wrong"
                        + " until 2024. The toy gradients cut into 3, 1 and 4:",
                Show.factor("Mean of means", "(2 + 4 + 6.5) / 3", wrong, "every chunk weighs the same, however short"),
                Show.factor(
                        "Sum over total count",
                        "(3 x 2 + 1 x 4 + 4 x 6.5) / 8",
                        Accumulation.windowMean(means, counts),
                        "every item weighs the same: the large batch's gradient"),
                Show.factor(
                        "Bias",
                        Show.factor(wrong) + " - " + Show.factor(whole),
                        wrong - whole,
                        "the lone item counted " + Show.factor(Accumulation.itemWeights(counts)[1])
                                + " times too much"));
    }

    private static Beyond synchronising() {
        double once = Accumulation.secondsSyncingOnce(MICRO_BATCH_SECONDS, SYNC_SECONDS, 4);
        double each = Accumulation.secondsSyncingEachTime(MICRO_BATCH_SECONDS, SYNC_SECONDS, 4);
        return Beyond.of(
                "On several devices only the last micro-batch needs to synchronise (no_sync). For 4 steps of 100 ms and"
                        + " an all-reduce of 50 ms:",
                Show.seconds("Synchronising once", "4 x 100 ms + 50 ms", once, "gradients are summed locally first"),
                Show.seconds(
                        "Synchronising each time",
                        "4 x (100 ms + 50 ms)",
                        each,
                        "three of four all-reduces are wasted"),
                Show.ratio(
                        "Saved",
                        "1 - " + Show.seconds(once) + " / " + Show.seconds(each),
                        1 - once / each,
                        "for nothing but a flag"));
    }

    private static Beyond lastWindow() {
        var epoch = Accumulation.epoch(63, 8);
        return Beyond.of(
                "An epoch rarely divides: 63 micro-batches in windows of 8. The last window is divided by its own size and"
                        + " is neither dropped nor carried over. Statistics of batch normalisation stay those of the"
                        + " micro-batch, so there accumulation is not equivalent.",
                Show.count(
                        "Updates in the epoch", "ceil(63 / 8)", epoch.optimizerSteps(), "a partial window is one too"),
                Show.count("Last window", "63 - 7 x 8", epoch.lastWindow(), "divide its sum by this, not by 8"));
    }
}
