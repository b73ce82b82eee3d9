package dev.trainwright.spine;

/** Whether a measured iteration is the sum of its measured compute and synchronisation, and if not, what that means. */
public sealed interface StepProfile {
    /** Differences below this share of the iteration are the rounding of a profiler that prints three digits. */
    double ROUNDING = 0.005;

    /** Compute and synchronisation add up to the iteration. */
    record Adds() implements StepProfile {}

    /**
     * The parts exceed the iteration: either they overlap by {@code gapSeconds}, so that only
     * {@code exposedSyncSeconds} of the synchronisation lengthen the iteration, or a figure is wrong.
     */
    record Overlaps(double gapSeconds, double exposedSyncSeconds) implements StepProfile {}

    /** The iteration exceeds its parts by {@code gapSeconds}: something else takes time (input, optimizer, waiting). */
    record Unaccounted(double gapSeconds) implements StepProfile {}

    /** One part alone is longer than the iteration: a figure is wrong. */
    record Contradicts(double longerPartSeconds) implements StepProfile {}

    static StepProfile of(double iterationSeconds, double computeSeconds, double syncSeconds) {
        Require.positive("the iteration time", iterationSeconds);
        Require.positive("the compute time", computeSeconds);
        Require.notNegative("the synchronisation time", syncSeconds);
        double rounding = ROUNDING * iterationSeconds;
        double longer = Math.max(computeSeconds, syncSeconds);
        if (longer > iterationSeconds + rounding) {
            return new Contradicts(longer);
        }
        double gap = Exact.of(computeSeconds)
                .add(Exact.of(syncSeconds))
                .subtract(Exact.of(iterationSeconds))
                .doubleValue();
        if (Math.abs(gap) <= rounding) {
            return new Adds();
        }
        return gap > 0 ? new Overlaps(gap, syncSeconds - gap) : new Unaccounted(-gap);
    }
}
