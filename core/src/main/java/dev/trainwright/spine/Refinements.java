package dev.trainwright.spine;

/** Small refinements of an iteration's two terms. */
public final class Refinements {
    private Refinements() {}

    /** Synchronisation per step where replicas average every {@code localSteps} steps (local SGD, arXiv 1805.09767). */
    public static double localSgdSyncSeconds(double syncSeconds, long localSteps) {
        Require.notNegative("the synchronisation time", syncSeconds);
        Require.atLeast("the number of local steps", 1, localSteps);
        return syncSeconds / localSteps;
    }

    /** A step whose next batch loads meanwhile: max(compute + sync, load). */
    public static double inputBoundSeconds(double computeAndSyncSeconds, double loadSeconds) {
        Require.positive("the time of compute and synchronisation", computeAndSyncSeconds);
        Require.notNegative("the loading time", loadSeconds);
        return Math.max(computeAndSyncSeconds, loadSeconds);
    }
}
