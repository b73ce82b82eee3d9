package dev.trainwright.spine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.hipparchus.analysis.integration.IterativeLegendreGaussIntegrator;

/**
 * Expected order statistics of independent worker times: what a synchronous group waits for. The r-th smallest of n
 * uniform numbers has a Beta(r, n-r+1) density (David and Nagaraja, Order Statistics, 2003).
 */
public final class OrderStatistics {
    private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
    /** Standard deviations on each side: beyond, less than 1e-30 of the probability is left. */
    private static final double REACH = 12;

    private static final int MAX_EVALUATIONS = 1_000_000;
    private static final Map<Rank, Double> KNOWN = new ConcurrentHashMap<>();

    private record Rank(int rank, int workers) {}

    private OrderStatistics() {}

    /** E[max of n]: a synchronous iteration of n workers. */
    public static double expectedMaxSeconds(ContinuousDistribution workerSeconds, int workers) {
        return expectedSeconds(workerSeconds, workers, workers);
    }

    /**
     * E[r-th smallest of n] standard normal numbers: by how many standard deviations the r-th of n normal workers is slower than their mean. Remembered, since a
     * search asks for the same few many times.
     */
    public static double standardNormal(int rank, int workers) {
        return KNOWN.computeIfAbsent(new Rank(rank, workers), r -> expectedSeconds(STANDARD, r.rank(), r.workers()));
    }

    /**
     * E[r-th smallest of n]: a synchronous iteration that takes the first r gradients of n workers.
     *
     * <p>Integrated over the normal score z of the worker's time, x = Q(Phi(z)), on which every family is smooth.
     */
    public static double expectedSeconds(ContinuousDistribution workerSeconds, int rank, int workers) {
        Require.atLeast("the number of workers", 1, workers);
        Require.atLeast("the rank", 1, rank);
        Require.atMost("the rank", workers, rank);
        BetaDistribution above = BetaDistribution.of(workers - rank + 1.0, rank);
        return new IterativeLegendreGaussIntegrator(16, 1e-11, 1e-12)
                .integrate(
                        MAX_EVALUATIONS,
                        z -> quantile(workerSeconds, z)
                                * STANDARD.density(z)
                                * above.density(STANDARD.survivalProbability(z)),
                        -REACH,
                        REACH);
    }

    /** The time at normal score z, by the tail that is not rounded away. */
    private static double quantile(ContinuousDistribution workerSeconds, double z) {
        return z < 0
                ? workerSeconds.inverseCumulativeProbability(STANDARD.cumulativeProbability(z))
                : workerSeconds.inverseSurvivalProbability(STANDARD.survivalProbability(z));
    }
}
