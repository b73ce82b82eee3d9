package dev.trainwright.spine;

/**
 * Failures that come at random with a mean time between them of M (exponential), checkpoints of C seconds every tau
 * seconds of work, and a restart of R seconds after each failure.
 */
public final class Failures {
    private Failures() {}

    /** Mean time between failures of a cluster: one device's over the number of devices. */
    public static double clusterMtbfSeconds(double deviceMtbfSeconds, long devices) {
        Require.positive("the device's mean time between failures", deviceMtbfSeconds);
        Require.atLeast("the number of devices", 1, devices);
        return deviceMtbfSeconds / devices;
    }

    /** Best work between checkpoints to first order: sqrt(2 C M) (Young 1974). */
    public static double youngIntervalSeconds(double checkpointSeconds, double mtbfSeconds) {
        check(checkpointSeconds, mtbfSeconds);
        return Math.sqrt(2 * checkpointSeconds * mtbfSeconds);
    }

    /**
     * Best work between checkpoints, Daly's higher-order estimate (Daly 2006, Future Generation Computer Systems
     * 22(3)): sqrt(2 C M) (1 + sqrt(x)/3 + x/9) - C with x = C/(2M); M where C is 2M or more.
     */
    public static double dalyIntervalSeconds(double checkpointSeconds, double mtbfSeconds) {
        check(checkpointSeconds, mtbfSeconds);
        double x = checkpointSeconds / (2 * mtbfSeconds);
        return x >= 1
                ? mtbfSeconds
                : Math.sqrt(2 * checkpointSeconds * mtbfSeconds) * (1 + Math.sqrt(x) / 3 + x / 9) - checkpointSeconds;
    }

    /**
     * Useful share of the wall time after checkpoints, lost work and restarts: tau / (M e^(R/M) (e^((tau+C)/M) - 1))
     * (Daly 2006, the complete model, per unit of work).
     */
    public static double goodput(
            double intervalSeconds, double checkpointSeconds, double restartSeconds, double mtbfSeconds) {
        Require.positive("the interval between checkpoints", intervalSeconds);
        Require.notNegative("the restart time", restartSeconds);
        check(checkpointSeconds, mtbfSeconds);
        double segment = (intervalSeconds + checkpointSeconds) / mtbfSeconds;
        return intervalSeconds / mtbfSeconds * Math.exp(-restartSeconds / mtbfSeconds) / Math.expm1(segment);
    }

    private static void check(double checkpointSeconds, double mtbfSeconds) {
        Require.positive("the time to write a checkpoint", checkpointSeconds);
        Require.positive("the mean time between failures", mtbfSeconds);
    }
}
