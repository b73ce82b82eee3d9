package dev.trainwright.train.measure;

import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Repeated timings of one thing.
 *
 * @param seconds median
 * @param spread half the distance between quartiles, over the median
 */
public record Timing(double seconds, double spread) {
    private static final Quantile QUARTILES = Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

    /** Median and spread of {@code samples}, in seconds. */
    public static Timing of(double... samples) {
        double[] q = QUARTILES.evaluate(samples.clone(), 0.25, 0.5, 0.75);
        return new Timing(q[1], (q[2] - q[0]) / 2 / q[1]);
    }
}
