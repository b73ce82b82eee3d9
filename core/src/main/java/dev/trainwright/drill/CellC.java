package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import java.util.List;
import java.util.stream.Stream;

/** One device. */
final class CellC {
    private static final double COMPUTE_SECONDS = CellB.COMPUTE_SECONDS;
    private static final double SYNC_SECONDS = CellB.SYNC_SECONDS;

    private CellC() {}

    static Cell cell() {
        double speedup = Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 1);
        double naive = COMPUTE_SECONDS / (COMPUTE_SECONDS + SYNC_SECONDS);
        Step trap = Show.factor(
                "The trap",
                "400 ms / (400 ms / 1 + 50 ms)",
                naive,
                "putting k = 1 into the formula charges for a synchronisation that nobody needs");
        Step sync = Show.seconds(
                "Synchronisation of one device",
                "2 x (1-1)/1 x 50 ms",
                2 * (1 - 1) / 1.0 * SYNC_SECONDS,
                "a ring of k devices sends 2(k-1)/k of the bytes: of one device nothing");
        return new Cell(
                "C",
                "Degenerate, one device",
                "The formula must give exactly 1",
                List.of(
                        Figure.seconds("computeSeconds", "T_compute", COMPUTE_SECONDS),
                        Figure.seconds("syncSeconds", "T_comm of more devices", SYNC_SECONDS),
                        Figure.count("devices", "k", 1)),
                "What is the speedup of one device over itself?",
                "Is it 400/450?",
                Stream.concat(Stream.of(trap, sync), SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 1).stream())
                        .toList(),
                List.of(
                        Check.equal(
                                "With the ring's own T_comm(1) in the formula: 400 / (400/1 + 0)",
                                COMPUTE_SECONDS / (COMPUTE_SECONDS + Rings.seconds(1e9, 1.25e9, 1e-3, 1)),
                                speedup,
                                Dimension.FACTOR),
                        Check.below("The trap's answer is wrong", naive, speedup, Dimension.FACTOR)),
                List.of(Figure.factor("speedup", "S", speedup), Figure.ratio("efficiency", "E", speedup)),
                "One device does not synchronise: its speedup is exactly " + Show.factor(speedup)
                        + ", whatever the network.",
                List.of(cheapest()));
    }

    private static Beyond cheapest() {
        return Beyond.of(
                "One device is the slowest, and the cheapest: device-hours grow as 1 + k T_comm / T_compute.",
                Show.factor(
                        "Device-hours of 4 over 1",
                        "1 + 4 x 50 ms / 400 ms",
                        4 / Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 4),
                        "4 devices for 1/2.667 of the time"),
                Show.factor(
                        "Device-hours of 8 over 1",
                        "1 + 8 x 50 ms / 400 ms",
                        8 / Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, 8),
                        "twice the money for a quarter of the time"));
    }
}
