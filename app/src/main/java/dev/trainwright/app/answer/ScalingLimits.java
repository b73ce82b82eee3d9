package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import dev.trainwright.workload.Batch.Scaling;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where adding devices ends.
 *
 * @param ceiling what the speedup approaches; null where it grows without limit or has a best number of devices
 * @param bestDevices the number of devices with the largest speedup; null where more are always better
 * @param words the limit as a sentence
 */
record ScalingLimits(@Nullable Double ceiling, @Nullable Long bestDevices, String words) {
    static final List<Metric<ScalingLimits>> METRICS = List.of(
            Metric.of("ceiling", "ceiling", Dimension.FACTOR, ScalingLimits::ceiling),
            Metric.of("bestDevices", "best number of devices", Dimension.COUNT, ScalingLimits::bestDevices),
            Metric.text("limit", "which means", ScalingLimits::words));

    static ScalingLimits of(Setup setup) {
        if (setup.scaling() == Scaling.WEAK) {
            return new ScalingLimits(
                    null,
                    null,
                    "With a fixed batch per device the throughput grows with every device, and so does the global batch:"
                            + " check that training still converges with it. The hours assume the same samples in fewer"
                            + " steps; with a fixed number of steps more devices only see more data.");
        }
        Double sync = setup.constantSync();
        return sync == null ? ofBest(setup) : ofConstant(setup.computeSeconds(), sync);
    }

    private static ScalingLimits ofConstant(double computeSeconds, double syncSeconds) {
        OptionalDouble ceiling = Spine.ceiling(computeSeconds, syncSeconds);
        if (ceiling.isEmpty()) {
            return new ScalingLimits(
                    null, null, "Synchronisation is free: the speedup equals the devices and has no ceiling.");
        }
        String limit = Prints.full(Dimension.FACTOR, ceiling.getAsDouble());
        if (!Spine.moreDevicesCanHelp(computeSeconds, syncSeconds)) {
            return new ScalingLimits(
                    ceiling.getAsDouble(),
                    1L,
                    "Synchronisation takes at least as long as the whole compute: no number of devices is faster than"
                            + " one, and two or more stay below " + limit + ". A faster network comes first.");
        }
        OptionalLong half = Spine.devicesForHalfTheCeiling(computeSeconds, syncSeconds);
        return new ScalingLimits(
                ceiling.getAsDouble(),
                null,
                "However many devices, the speedup stays below " + limit + " (compute / synchronisation)."
                        + (half.isEmpty() ? "" : halfway(computeSeconds, syncSeconds, half.getAsLong())));
    }

    private static String halfway(double computeSeconds, double syncSeconds, long devices) {
        return " Half of it takes " + Prints.full(Dimension.COUNT, devices) + " devices, at an efficiency of "
                + Prints.full(Dimension.RATIO, Spine.efficiency(computeSeconds, syncSeconds, devices)) + ".";
    }

    private static ScalingLimits ofBest(Setup setup) {
        Spine.Point best = SpeedupAnswer.best(setup);
        String speedup = Prints.full(Dimension.FACTOR, best.speedup());
        if (best.devices() == SpeedupAnswer.SEARCHED) {
            return new ScalingLimits(
                    null,
                    null,
                    "The speedup still grows at " + Prints.full(Dimension.COUNT, best.devices())
                            + " devices, where it is " + speedup + ".");
        }
        return new ScalingLimits(
                null,
                best.devices(),
                best.devices() == 1
                        ? "Synchronisation costs more than any number of devices gains: one device is the fastest."
                        : "The speedup is largest with " + best.devices() + " devices, " + speedup
                                + "; each one more makes it slower, because the ring's latency grows with every device.");
    }
}
