package dev.trainwright.evidence.score;

import java.util.Arrays;
import java.util.Collection;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Errors of forecasts against measurements, as shares of the measurement.
 *
 * @param rows how many
 * @param mape mean absolute error
 * @param medianApe median absolute error
 * @param p90Ape 90th percentile of the absolute error
 * @param bias median of the signed error: above 0 where forecasts are too long
 * @param worst largest absolute error
 */
public record Errors(int rows, double mape, double medianApe, double p90Ape, double bias, double worst) {

    /** Of pairs of forecast and measurement. */
    public static Errors of(Collection<Pair> pairs) {
        double[] signed = pairs.stream().mapToDouble(Pair::error).toArray();
        double[] absolute = Arrays.stream(signed).map(Math::abs).toArray();
        return new Errors(
                signed.length,
                Arrays.stream(absolute).average().orElse(Double.NaN),
                quantile(absolute, 0.5),
                quantile(absolute, 0.9),
                quantile(signed, 0.5),
                Arrays.stream(absolute).max().orElse(Double.NaN));
    }

    /** A forecast and what came out. */
    public record Pair(double forecast, double measured) {
        /** Signed, as a share of the measurement. */
        public double error() {
            return forecast / measured - 1;
        }
    }

    /** NaN for no values. */
    static double quantile(double[] values, double p) {
        return values.length == 0
                ? Double.NaN
                : Quantile.withDefaults().withCopy(true).evaluate(values, p);
    }
}
