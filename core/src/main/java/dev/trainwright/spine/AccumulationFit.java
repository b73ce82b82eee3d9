package dev.trainwright.spine;

/**
 * Compute C of one micro-batch and synchronisation M of one window, from iteration times measured at two numbers of
 * accumulation steps: t = a C + M where only the last micro-batch synchronises.
 */
public sealed interface AccumulationFit {

    /** The measurements follow t = a C + M. */
    record Solved(double microBatchSeconds, double syncSeconds) implements AccumulationFit {}

    /**
     * The time grows in proportion to the steps, or faster: every micro-batch pays for everything. Either
     * synchronisation is free or no_sync has no effect; only the sum C + M is known.
     */
    record EveryStepPaysAll(double microBatchAndSyncSeconds) implements AccumulationFit {}

    /** More steps took no longer: the two runs did not do the same work per micro-batch. */
    record Contradicts() implements AccumulationFit {}

    static AccumulationFit of(long fewSteps, double fewSeconds, long manySteps, double manySeconds) {
        Require.atLeast("the smaller number of accumulation steps", 1, fewSteps);
        Require.atLeast("the larger number of accumulation steps", fewSteps + 1, manySteps);
        Require.positive("the time at the smaller number of steps", fewSeconds);
        Require.positive("the time at the larger number of steps", manySeconds);
        double microBatchSeconds = (manySeconds - fewSeconds) / (manySteps - fewSteps);
        if (microBatchSeconds <= 0) {
            return new Contradicts();
        }
        double perStepFew = fewSeconds / fewSteps;
        double perStepMany = manySeconds / manySteps;
        return perStepMany >= perStepFew * (1 - 1e-9)
                ? new EveryStepPaysAll(perStepMany)
                : new Solved(microBatchSeconds, fewSeconds - fewSteps * microBatchSeconds);
    }
}
