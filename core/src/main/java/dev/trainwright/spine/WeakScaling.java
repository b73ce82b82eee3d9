package dev.trainwright.spine;

import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * Weak scaling: every device keeps its batch, so an iteration of k devices takes T_c + T_s and processes k batches
 * (Gustafson 1988). Speedup is the ratio of throughputs.
 */
public final class WeakScaling {
    private WeakScaling() {}

    /** T_c + T_s, or T_c for one device. */
    public static double iterationSeconds(double computeSeconds, double syncSeconds, long devices) {
        Require.positive("the compute time", computeSeconds);
        Require.notNegative("the synchronisation time", syncSeconds);
        Require.atLeast("the number of devices", 1, devices);
        return devices == 1 ? computeSeconds : computeSeconds + syncSeconds;
    }

    /** Throughput of k devices over that of one, k T_c / iteration. */
    public static double speedup(double computeSeconds, double syncSeconds, long devices) {
        return speedupFromTimes(computeSeconds, iterationSeconds(computeSeconds, syncSeconds, devices), devices);
    }

    /** The same from two measured iteration times, of one device and of k. */
    public static double speedupFromTimes(double oneDeviceSeconds, double iterationSeconds, long devices) {
        Require.positive("the iteration time of one device", oneDeviceSeconds);
        Require.positive("the iteration time", iterationSeconds);
        Require.atLeast("the number of devices", 1, devices);
        return devices == 1 ? 1 : devices * (oneDeviceSeconds / iterationSeconds);
    }

    /** The fewest devices whose throughput is {@code target} times that of one; empty beyond what a long holds. */
    public static OptionalLong devicesFor(double target, double computeSeconds, double syncSeconds) {
        Require.target(target);
        iterationSeconds(computeSeconds, syncSeconds, 1);
        if (target <= 1) {
            return OptionalLong.of(1);
        }
        BigDecimal compute = Exact.of(computeSeconds);
        return Exact.ceiling(Exact.of(target).multiply(compute.add(Exact.of(syncSeconds))), compute);
    }
}
