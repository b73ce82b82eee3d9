package dev.trainwright.spine;

import org.hipparchus.special.Gamma;

/** Waits of workers that may run at most s updates ahead of the slowest (stale synchronous parallel, Ho et al., NeurIPS 2013), their times independent and normal. */
public final class BoundedStaleness {
    private BoundedStaleness() {}

    /**
     * Mean wait for each update over the mean time of one, in the long run: c / (1/e + 2 s / (c H)), where e = E[max of n standard normals] and H = 1 + 1/2 + ... +
     * 1/(n-1).
     *
     * <p>With s = 0 it is c e, that of a synchronous step. Far bounds are met by diffusion: seen from the slowest worker, the others' leads spread exponentially up to
     * the bound, at which c<sup>2</sup> H / 2s is lost (exact for two workers: a Brownian motion between two reflecting walls; Harrison, Brownian Motion and Stochastic Flow
     * Systems, 1985). Between the two the reciprocals are added; simulations of up to 256 workers lie within 15 %.
     *
     * @param workers n
     * @param bound s, updates that a worker may be ahead
     * @param variation c, standard deviation over mean of a worker's time
     */
    public static double wait(int workers, int bound, double variation) {
        Require.atLeast("the number of workers", 1, workers);
        Require.atLeast("the staleness bound", 0, bound);
        if (workers == 1 || variation == 0) {
            return 0;
        }
        return variation
                / (1 / OrderStatistics.standardNormal(workers, workers) + 2 * bound / (variation * harmonic(workers)));
    }

    /** H = 1 + 1/2 + ... + 1/(n-1). */
    public static double harmonic(int workers) {
        return Gamma.digamma(workers) + Gamma.GAMMA;
    }
}
