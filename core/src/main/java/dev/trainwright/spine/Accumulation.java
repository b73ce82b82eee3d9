package dev.trainwright.spine;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Gradient accumulation: one optimizer step over several micro-batches. */
public final class Accumulation {
    private Accumulation() {}

    /** Time of one optimizer step that synchronises after its last micro-batch only (no_sync): a C + M. */
    public static double secondsSyncingOnce(double microBatchSeconds, double syncSeconds, long steps) {
        check(microBatchSeconds, syncSeconds, steps);
        return steps * microBatchSeconds + syncSeconds;
    }

    /** Time of one optimizer step that synchronises after every micro-batch: a (C + M). */
    public static double secondsSyncingEachTime(double microBatchSeconds, double syncSeconds, long steps) {
        check(microBatchSeconds, syncSeconds, steps);
        return steps * (microBatchSeconds + syncSeconds);
    }

    /**
     * The gradient of the whole window: the sum over every item divided once by the number of items. Exact for equal
     * and unequal micro-batches; an item is whatever the loss averages over (samples, or unpadded tokens).
     *
     * @param means the mean over each micro-batch
     * @param counts items in each micro-batch
     */
    public static double windowMean(double[] means, long[] counts) {
        checkWindow(means.length, counts);
        double sum = IntStream.range(0, means.length)
                .mapToDouble(i -> means[i] * counts[i])
                .sum();
        return sum / total(counts);
    }

    /** The mean of micro-batch means: equal to {@link #windowMean} only if all micro-batches have equally many items. */
    public static double meanOfMeans(double[] means) {
        Require.atLeast("the number of micro-batches", 1, means.length);
        return Arrays.stream(means).sum() / means.length;
    }

    /**
     * What the mean of means weighs an item of each micro-batch, relative to its right weight: N / (a n_i). 1
     * everywhere if the micro-batches are equal, above 1 for items of short micro-batches.
     */
    public static double[] itemWeights(long[] counts) {
        checkWindow(counts.length, counts);
        double total = total(counts);
        return Arrays.stream(counts)
                .mapToDouble(n -> total / (counts.length * (double) n))
                .toArray();
    }

    /**
     * The optimizer steps of one epoch: full windows, and a last one over the micro-batches that remain. The last
     * window is divided by its own size and is neither dropped nor carried into the next epoch.
     */
    public static Epoch epoch(long microBatches, long steps) {
        Require.atLeast("the number of micro-batches in an epoch", 1, microBatches);
        Require.atLeast("the number of accumulation steps", 1, steps);
        return new Epoch(microBatches / steps, microBatches % steps, Exact.ceiling(microBatches, steps));
    }

    /**
     * Windows of an epoch.
     *
     * @param fullWindows windows of all accumulation steps
     * @param lastWindow micro-batches of the partial last window, 0 where there is none
     * @param optimizerSteps ceil(micro-batches / steps)
     */
    public record Epoch(long fullWindows, long lastWindow, long optimizerSteps) {}

    private static void check(double microBatchSeconds, double syncSeconds, long steps) {
        Require.positive("the compute time of a micro-batch", microBatchSeconds);
        Require.notNegative("the synchronisation time", syncSeconds);
        Require.atLeast("the number of accumulation steps", 1, steps);
    }

    private static void checkWindow(int microBatches, long[] counts) {
        Require.atLeast("the number of micro-batches", 1, microBatches);
        if (microBatches != counts.length) {
            throw new IllegalArgumentException(microBatches + " means but " + counts.length + " counts");
        }
        Arrays.stream(counts).forEach(n -> Require.atLeast("the number of items in a micro-batch", 1, n));
    }

    private static double total(long[] counts) {
        return Arrays.stream(counts).sum();
    }
}
