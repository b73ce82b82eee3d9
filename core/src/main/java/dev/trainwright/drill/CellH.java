package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Bill;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.WeakScaling;
import java.util.ArrayList;
import java.util.List;

/** A manager's question in plain English. */
final class CellH {
    private static final double HOURS_ON_ONE = 20;
    private static final double COMPUTE_SECONDS = CellB.COMPUTE_SECONDS;
    private static final double SYNC_SECONDS = CellB.SYNC_SECONDS;
    private static final double FAST_SYNC_SECONDS = 0.005;
    private static final double HOUR = 3600;

    private CellH() {}

    static Cell cell() {
        double speedup4 = speedup(4);
        double speedup8 = speedup(8);
        double hours4 = Bill.hours(HOURS_ON_ONE, speedup4);
        double hours8 = Bill.hours(HOURS_ON_ONE, speedup8);
        List<Step> steps = new ArrayList<>(SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 4));
        steps.add(hours(hours4, speedup4));
        steps.addAll(SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 8));
        steps.add(hours(hours8, speedup8));
        steps.add(Show.factor(
                "Worth of 4 more",
                Show.factor(hours4) + " h / " + Show.factor(hours8) + " h",
                hours4 / hours8,
                "twice the devices, not twice as fast: the flat part of cell D's curve"));
        return new Cell(
                "H",
                "Word problem",
                "Translate the story into the right formula",
                List.of(
                        Figure.seconds("secondsOnOne", "time on 1 device", HOURS_ON_ONE * HOUR),
                        Figure.seconds("computeSeconds", "T_compute", COMPUTE_SECONDS),
                        Figure.seconds("syncSeconds", "T_comm", SYNC_SECONDS)),
                "Training takes 20 hours on one device. How many hours with 4, and is it worth buying 4 more?",
                "Guess the time on 4 devices before calculating.",
                steps,
                List.of(Check.equal(
                        "The ratio of speedups is the ratio of hours",
                        speedup8 / speedup4,
                        hours4 / hours8,
                        Dimension.FACTOR)),
                List.of(
                        new Figure("hours4Devices", "hours on 4", hours4, Dimension.FACTOR),
                        new Figure("hours8Devices", "hours on 8", hours8, Dimension.FACTOR),
                        Figure.factor("speedup4Devices", "S(4)", speedup4),
                        Figure.factor("speedup8Devices", "S(8)", speedup8),
                        Figure.factor("gain", "8 over 4", hours4 / hours8)),
                "%s h with 4 and %s h with 8: %s times as fast for double the price. Fix the network first."
                        .formatted(Show.factor(hours4), Show.factor(hours8), Show.factor(hours4 / hours8)),
                List.of(money(speedup4, speedup8), network(speedup8), weak()));
    }

    private static double speedup(long devices) {
        return Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, devices);
    }

    private static Step hours(double hours, double speedup) {
        return Show.seconds("Time", "20 h / " + Show.factor(speedup), hours * HOUR, "speedup divides the total time");
    }

    private static Beyond money(double speedup4, double speedup8) {
        return Beyond.of(
                "Double the devices is not double the bill when they are rented by the hour:",
                deviceHours(speedup4, 4),
                deviceHours(speedup8, 8));
    }

    private static Step deviceHours(double speedup, long devices) {
        Bill bill = Bill.of(HOURS_ON_ONE, speedup, devices, 0);
        return new Step(
                "Device-hours of " + devices,
                devices + " x " + Show.factor(bill.hours()) + " h",
                bill.deviceHours() * HOUR,
                Dimension.SECONDS,
                "times the price of an hour");
    }

    private static Beyond network(double speedup8) {
        double fast = Spine.speedup(COMPUTE_SECONDS, FAST_SYNC_SECONDS, 4);
        return Beyond.of(
                "What a faster network is worth, with the 4 devices there are: synchronisation of 5 ms instead of 50 ms.",
                Show.factor("S(4) on it", "400 / (100 + 5)", fast, "nearly the ideal 4"),
                Show.seconds(
                        "Time",
                        "20 h / " + Show.factor(fast),
                        Bill.hours(HOURS_ON_ONE, fast) * HOUR,
                        "against " + Show.seconds(Bill.hours(HOURS_ON_ONE, speedup8) * HOUR)
                                + " with 8 devices on the slow one"));
    }

    private static Beyond weak() {
        double weak4 = WeakScaling.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 4);
        double weak8 = WeakScaling.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 8);
        return Beyond.of(
                "All this holds the global batch fixed (strong scaling). If every device keeps its batch instead (weak"
                        + " scaling), the synchronisation is paid once for k batches; if the number of steps is fixed,"
                        + " nothing gets faster at all.",
                Show.factor("Throughput of 4", "4 x 400 / (400 + 50)", weak4, "four batches in one iteration"),
                Show.factor("Throughput of 8", "8 x 400 / (400 + 50)", weak8, "no ceiling in sight"),
                Show.seconds(
                        "Time for the same samples on 4",
                        "20 h / " + Show.factor(weak4),
                        Bill.hours(HOURS_ON_ONE, weak4) * HOUR,
                        "with a global batch four times as large"),
                Show.seconds(
                        "Time for the same number of steps",
                        "20 h x 450 / 400",
                        HOURS_ON_ONE * HOUR * (COMPUTE_SECONDS + SYNC_SECONDS) / COMPUTE_SECONDS,
                        "longer than on one device, on more data"));
    }
}
