package dev.trainwright.train.measure;

import java.util.Arrays;

/**
 * Repeated timings of one thing.
 *
 * @param seconds median
 * @param spread half the distance between quartiles, over the median
 */
public record Timing(double seconds, double spread) {
    /** Median and spread of {@code samples}, in seconds. */
    public static Timing of(double... samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double median = quantile(sorted, 0.5);
        return new Timing(median, (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2 / median);
    }

    private static double quantile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int low = (int) at;
        int high = Math.min(low + 1, sorted.length - 1);
        return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
    }
}
