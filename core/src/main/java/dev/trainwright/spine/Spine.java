package dev.trainwright.spine;

import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/**
 * Speedup of synchronous data parallelism at a fixed global batch (strong scaling).
 *
 * <p>{@code computeSeconds} is T_c, one device's compute for one iteration; {@code syncSeconds} is T_s, what the
 * synchronisation adds to an iteration of two or more devices. One device does not synchronise, so an iteration takes
 * T_c/k + T_s for k of 2 or more and T_c for k = 1; S(k) = T_c / iteration; S(1) = 1 exactly; efficiency E = S/k.
 *
 * <p>Every function refuses a T_c that is not positive, a negative T_s and k below 1 with
 * {@link IllegalArgumentException}.
 */
public final class Spine {
    private Spine() {}

    /** T_c/k + T_s, or T_c for one device. */
    public static double iterationSeconds(double computeSeconds, double syncSeconds, long devices) {
        check(computeSeconds, syncSeconds, devices);
        return devices == 1 ? computeSeconds : computeSeconds / devices + syncSeconds;
    }

    /** S(k), written as k / (1 + k T_s/T_c) so that no rounding lifts it above k. */
    public static double speedup(double computeSeconds, double syncSeconds, long devices) {
        check(computeSeconds, syncSeconds, devices);
        return devices == 1 ? 1 : devices / (1 + devices * (syncSeconds / computeSeconds));
    }

    /** S(k) from two iteration times at the same global batch, of one device and of k; 1 exactly for one device. */
    public static double speedupFromTimes(double oneDeviceSeconds, double iterationSeconds, long devices) {
        Require.positive("the iteration time of one device", oneDeviceSeconds);
        Require.positive("the iteration time", iterationSeconds);
        Require.atLeast("the number of devices", 1, devices);
        return devices == 1 ? 1 : oneDeviceSeconds / iterationSeconds;
    }

    /** E = S(k)/k, the share of the ideal that is kept. */
    public static double efficiency(double computeSeconds, double syncSeconds, long devices) {
        return speedup(computeSeconds, syncSeconds, devices) / devices;
    }

    /**
     * The limit T_c/T_s that S(k) approaches from below as k grows; empty where synchronisation is free and S(k) = k
     * has no limit. Below 1 it means that no number of devices is faster than one.
     */
    public static OptionalDouble ceiling(double computeSeconds, double syncSeconds) {
        check(computeSeconds, syncSeconds, 1);
        double ceiling = computeSeconds / syncSeconds;
        return Double.isInfinite(ceiling) ? OptionalDouble.empty() : OptionalDouble.of(ceiling);
    }

    /** The fewest devices whose speedup is at least half the {@link #ceiling}: ceil(T_c / T_s), computed exactly; empty beyond a long or without a limit. */
    public static OptionalLong devicesForHalfTheCeiling(double computeSeconds, double syncSeconds) {
        check(computeSeconds, syncSeconds, 1);
        return syncSeconds > 0 ? Exact.ceiling(Exact.of(computeSeconds), Exact.of(syncSeconds)) : OptionalLong.empty();
    }

    /** Whether some number of devices is faster than one: S(k) of more than 1 needs T_s below T_c. */
    public static boolean moreDevicesCanHelp(double computeSeconds, double syncSeconds) {
        check(computeSeconds, syncSeconds, 1);
        return syncSeconds < computeSeconds;
    }

    /**
     * The fewest devices whose speedup reaches {@code target}: 1 for a target of 1 or less, else
     * ceil(T_c / (T_c/S - T_s)), computed exactly.
     */
    public static DevicesFor devicesFor(double target, double computeSeconds, double syncSeconds) {
        Require.target(target);
        check(computeSeconds, syncSeconds, 1);
        if (target <= 1) {
            return new DevicesFor.Reached(1, 1, 1);
        }
        BigDecimal speedup = Exact.of(target);
        BigDecimal compute = Exact.of(computeSeconds);
        // T_c / (T_c/S - T_s), multiplied through by S so that nothing is divided before the end.
        BigDecimal numerator = compute.multiply(speedup);
        BigDecimal denominator = compute.subtract(Exact.of(syncSeconds).multiply(speedup));
        OptionalLong devices = denominator.signum() > 0 ? Exact.ceiling(numerator, denominator) : OptionalLong.empty();
        if (devices.isEmpty()) {
            return new DevicesFor.Unreachable(computeSeconds / syncSeconds, computeSeconds / target);
        }
        return new DevicesFor.Reached(
                devices.getAsLong(),
                numerator.doubleValue() / denominator.doubleValue(),
                speedup(computeSeconds, syncSeconds, devices.getAsLong()));
    }

    /**
     * The number of devices up to {@code maxDevices} with the largest speedup, the fewest of equals, where T_s depends
     * on the number of devices (a ring, a boundary between nodes).
     *
     * @param syncSeconds T_s(k), asked for k of 2 and more
     */
    public static Point best(double computeSeconds, LongToDoubleFunction syncSeconds, long maxDevices) {
        Require.atLeast("the number of devices", 1, maxDevices);
        Point best = new Point(1, 1);
        for (long devices = 2; devices <= maxDevices; devices++) {
            double speedup = speedup(computeSeconds, syncSeconds.applyAsDouble(devices), devices);
            if (speedup > best.speedup()) {
                best = new Point(devices, speedup);
            }
        }
        return best;
    }

    /** A number of devices and its speedup. */
    public record Point(long devices, double speedup) {}

    /** The T_s that explains a speedup measured on k devices: T_c/S - T_c/k. */
    public static SyncEstimate syncSeconds(double computeSeconds, double speedup, long devices) {
        Require.positive("the compute time", computeSeconds);
        Require.positive("the speedup", speedup);
        Require.atLeast("the number of devices", 1, devices);
        if (devices == 1) {
            return new SyncEstimate.NothingToLearn();
        }
        if (speedup > devices) {
            return new SyncEstimate.AboveIdeal(devices);
        }
        BigDecimal difference = BigDecimal.valueOf(devices).subtract(Exact.of(speedup));
        double numerator = Exact.of(computeSeconds).multiply(difference).doubleValue();
        return new SyncEstimate.Sync(numerator / (speedup * devices));
    }

    private static void check(double computeSeconds, double syncSeconds, long devices) {
        Require.positive("the compute time", computeSeconds);
        Require.notNegative("the synchronisation time", syncSeconds);
        Require.atLeast("the number of devices", 1, devices);
    }
}
