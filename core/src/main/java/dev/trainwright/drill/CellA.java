package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import java.util.List;

/** Communication costs nothing. */
final class CellA {
    private static final double COMPUTE_SECONDS = 0.4;
    private static final double SYNC_SECONDS = 0;
    private static final long DEVICES = 4;
    private static final double KEPT = 0.99;

    private CellA() {}

    static Cell cell() {
        double speedup = Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES);
        return new Cell(
                "A",
                "Ideal, no communication",
                "What is the best that k devices can do?",
                List.of(
                        Figure.seconds("computeSeconds", "T_compute", COMPUTE_SECONDS),
                        Figure.seconds("syncSeconds", "T_comm", SYNC_SECONDS),
                        Figure.count("devices", "k", DEVICES)),
                "How much faster are 4 devices if synchronisation is free?",
                "Can it be more than 4 times?",
                SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES),
                List.of(Check.equal(
                        "Devices that never talk add their rates: 4 / 400 ms over 1 / 400 ms",
                        DEVICES / COMPUTE_SECONDS / (1 / COMPUTE_SECONDS),
                        speedup,
                        Dimension.FACTOR)),
                List.of(
                        Figure.factor("speedup", "S", speedup),
                        Figure.ratio("efficiency", "E", Spine.efficiency(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES))),
                "The ceiling without communication is k itself: 4 devices are " + Show.factor(speedup)
                        + " times as fast.",
                List.of(free()));
    }

    private static Beyond free() {
        double slice = COMPUTE_SECONDS / DEVICES;
        double allowed = slice * (1 / KEPT - 1);
        return Beyond.of(
                "No network is free; what counts is whether synchronisation is small against one device's slice.",
                Show.seconds(
                        "Synchronisation that keeps 99 %",
                        Show.seconds(slice) + " x (1/0.99 - 1)",
                        allowed,
                        "E = slice / (slice + T_comm), solved for T_comm"),
                Show.ratio(
                        "Efficiency with it",
                        "S(4) / 4 at T_comm = " + Show.seconds(allowed),
                        Spine.efficiency(COMPUTE_SECONDS, allowed, DEVICES),
                        "and the slice shrinks with every device added, so the allowance does too"));
    }
}
