package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.SyncEstimate;
import dev.trainwright.spine.WeakScaling;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Numbers chosen to fool: more devices on a slower network. */
final class CellI {
    private static final double COMPUTE_SECONDS = 0.4;
    private static final long DEVICES_X = 4;
    private static final double SYNC_SECONDS_X = 0.005;
    private static final long DEVICES_Y = 8;
    private static final double SYNC_SECONDS_Y = 0.06;
    private static final MathContext AS_PRINTED = new MathContext(4);

    private CellI() {}

    static Cell cell() {
        double x = Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS_X, DEVICES_X);
        double y = Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS_Y, DEVICES_Y);
        double printed = printed(x).subtract(printed(y)).doubleValue();
        List<Step> steps = new ArrayList<>(SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS_X, DEVICES_X));
        steps.addAll(SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS_Y, DEVICES_Y));
        steps.add(Show.factor(
                "X ahead by",
                Show.factor(x) + " - " + Show.factor(y),
                printed,
                "the difference of the figures as printed; unrounded it is " + Show.factor(x - y)));
        return new Cell(
                "I",
                "Exam twist, fewer devices on a faster network",
                "The naive answer, more devices, is wrong",
                List.of(
                        Figure.seconds("computeSeconds", "T_compute of both", COMPUTE_SECONDS),
                        Figure.count("devicesX", "k of X", DEVICES_X),
                        Figure.seconds("syncSecondsX", "T_comm of X", SYNC_SECONDS_X),
                        Figure.count("devicesY", "k of Y", DEVICES_Y),
                        Figure.seconds("syncSecondsY", "T_comm of Y", SYNC_SECONDS_Y)),
                "X has 4 devices and a fast network, Y has 8 and a slow one. Which trains faster?",
                "More devices sounds faster. Is it?",
                steps,
                List.of(Check.below(
                        "X's iteration is the shorter: 100 + 5 ms against 50 + 60 ms",
                        Spine.iterationSeconds(COMPUTE_SECONDS, SYNC_SECONDS_X, DEVICES_X),
                        Spine.iterationSeconds(COMPUTE_SECONDS, SYNC_SECONDS_Y, DEVICES_Y),
                        Dimension.SECONDS)),
                List.of(
                        Figure.factor("speedupX", "S of X", x),
                        Figure.factor("speedupY", "S of Y", y),
                        Figure.factor("difference", "X - Y, as printed", printed),
                        Figure.factor("differenceUnrounded", "X - Y, unrounded", x - y)),
                x > y
                        ? "X wins with half the devices: fewer devices on a fast network beat more on a slow one."
                        : "Y wins.",
                List.of(breakEven(x), weak()));
    }

    private static BigDecimal printed(double speedup) {
        return new BigDecimal(speedup).round(AS_PRINTED);
    }

    private static Beyond breakEven(double x) {
        double sync = ((SyncEstimate.Sync) Spine.syncSeconds(COMPUTE_SECONDS, x, DEVICES_Y)).seconds();
        return Beyond.of(
                "It is close: a slightly faster network turns it.",
                Show.seconds(
                        "T_comm at which Y draws level",
                        "400 / " + Show.factor(x) + " - 400 / 8 ms",
                        sync,
                        "the synchronisation that gives 8 devices X's speedup"),
                Show.factor(
                        "Device-hours of Y over X",
                        "8 / S_Y over 4 / S_X",
                        DEVICES_Y / Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS_Y, DEVICES_Y) / (DEVICES_X / x),
                        "even level, Y would cost about twice as much"));
    }

    private static Beyond weak() {
        return Beyond.of(
                "And it depends on what is held fixed. With a fixed batch per device (weak scaling) Y is the faster:",
                Show.factor(
                        "Throughput of X",
                        "4 x 400 / (400 + 5)",
                        WeakScaling.speedup(COMPUTE_SECONDS, SYNC_SECONDS_X, DEVICES_X),
                        "four batches an iteration"),
                Show.factor(
                        "Throughput of Y",
                        "8 x 400 / (400 + 60)",
                        WeakScaling.speedup(COMPUTE_SECONDS, SYNC_SECONDS_Y, DEVICES_Y),
                        "eight batches an iteration, with a global batch twice as large"));
    }
}
