package dev.trainwright.spine;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.List;

/** The derivations behind {@link Spine}, with their numbers. */
public final class SpineSteps {
    private SpineSteps() {}

    /** How S(k) and E come about. */
    public static List<Step> speedup(double computeSeconds, double syncSeconds, long devices) {
        double speedup = Spine.speedup(computeSeconds, syncSeconds, devices);
        if (devices == 1) {
            return List.of(new Step(
                    "Speedup of 1 device",
                    seconds(computeSeconds) + " / " + seconds(computeSeconds),
                    speedup,
                    Dimension.FACTOR,
                    "one device does not synchronise: it is compared with itself"));
        }
        double slice = computeSeconds / devices;
        double iteration = Spine.iterationSeconds(computeSeconds, syncSeconds, devices);
        return List.of(
                new Step(
                        "One device's slice",
                        seconds(computeSeconds) + " / " + devices,
                        slice,
                        Dimension.SECONDS,
                        "the global batch is fixed, so each of the " + devices + " devices computes an equal part"),
                new Step(
                        "Iteration",
                        seconds(slice) + " + " + seconds(syncSeconds),
                        iteration,
                        Dimension.SECONDS,
                        syncSeconds == 0
                                ? "synchronisation is free: nothing is added"
                                : "synchronisation adds directly to every iteration"),
                new Step(
                        "Speedup of " + devices + " devices",
                        seconds(computeSeconds) + " / " + seconds(iteration),
                        speedup,
                        Dimension.FACTOR,
                        "old time over new time"),
                efficiency(speedup, devices));
    }

    /** How the speedup under weak scaling comes about. */
    public static List<Step> weakSpeedup(double computeSeconds, double syncSeconds, long devices) {
        if (devices == 1) {
            return speedup(computeSeconds, syncSeconds, devices);
        }
        double iteration = WeakScaling.iterationSeconds(computeSeconds, syncSeconds, devices);
        double speedup = WeakScaling.speedup(computeSeconds, syncSeconds, devices);
        return List.of(
                new Step(
                        "Iteration",
                        seconds(computeSeconds) + " + " + seconds(syncSeconds),
                        iteration,
                        Dimension.SECONDS,
                        "every device computes a batch as large as one device's; synchronisation adds to it"),
                new Step(
                        "Speedup of " + devices + " devices",
                        devices + " x " + seconds(computeSeconds) + " / " + seconds(iteration),
                        speedup,
                        Dimension.FACTOR,
                        "an iteration handles " + devices + " batches: throughput over throughput"),
                efficiency(speedup, devices));
    }

    private static Step efficiency(double speedup, long devices) {
        return new Step(
                "Efficiency",
                Prints.full(Dimension.FACTOR, speedup) + " / " + devices,
                speedup / devices,
                Dimension.RATIO,
                "of the ideal " + devices + "x, the share that is kept");
    }

    /** How many devices a target takes, or why none suffice. */
    public static List<Step> devicesFor(double target, double computeSeconds, double syncSeconds) {
        DevicesFor answer = Spine.devicesFor(target, computeSeconds, syncSeconds);
        if (target <= 1) {
            return List.of(new Step(
                    "Devices", "1", 1, Dimension.COUNT, "one device reaches a speedup of 1 without any other"));
        }
        double allowed = computeSeconds / target;
        double left = allowed - syncSeconds;
        Step iteration = new Step(
                "Iteration allowed",
                seconds(computeSeconds) + " / " + Prints.full(Dimension.FACTOR, target),
                allowed,
                Dimension.SECONDS,
                "a speedup of " + Prints.full(Dimension.FACTOR, target) + " means an iteration of this length");
        Step compute = new Step(
                "Left for compute",
                seconds(allowed) + " - " + seconds(syncSeconds),
                left,
                Dimension.SECONDS,
                left > 0
                        ? "synchronisation takes its part whatever the number of devices"
                        : "nothing is left, so not even infinitely many devices are fast enough");
        if (!(answer instanceof DevicesFor.Reached reached)) {
            return List.of(iteration, compute);
        }
        return List.of(
                iteration,
                compute,
                new Step(
                        "Devices, before rounding up",
                        seconds(computeSeconds) + " / " + seconds(left),
                        reached.exactDevices(),
                        Dimension.FACTOR,
                        "so many equal slices are short enough"),
                new Step(
                        "Devices",
                        "ceil(" + Prints.full(Dimension.FACTOR, reached.exactDevices()) + ")",
                        reached.devices(),
                        Dimension.COUNT,
                        "whole devices; they reach "
                                + Prints.full(Dimension.FACTOR, reached.speedup())
                                + ", one fewer only "
                                + Prints.full(
                                        Dimension.FACTOR,
                                        Spine.speedup(computeSeconds, syncSeconds, reached.devices() - 1))));
    }

    /** The synchronisation time behind a speedup measured on k devices. */
    public static List<Step> syncSeconds(double computeSeconds, double speedup, long devices, double syncSeconds) {
        double iteration = computeSeconds / speedup;
        return List.of(
                new Step(
                        "Iteration on " + devices + " devices",
                        seconds(computeSeconds) + " / " + Prints.full(Dimension.FACTOR, speedup),
                        iteration,
                        Dimension.SECONDS,
                        "speedup divides the time of one device"),
                new Step(
                        "Compute in it",
                        seconds(computeSeconds) + " / " + devices,
                        computeSeconds / devices,
                        Dimension.SECONDS,
                        "each device computes an equal slice"),
                new Step(
                        "Synchronisation",
                        seconds(iteration) + " - " + seconds(computeSeconds / devices),
                        syncSeconds,
                        Dimension.SECONDS,
                        "what is not compute"));
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}
