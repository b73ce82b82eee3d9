package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import java.util.List;

/** Synchronisation is comparable to compute. */
final class CellB {
    static final double COMPUTE_SECONDS = 0.4;
    static final double SYNC_SECONDS = 0.05;
    private static final long DEVICES = 4;

    /** Devlin et al. 2018 (arXiv 1810.04805), BERT-Large. */
    private static final double BERT_LARGE_PARAMETERS = 340e6;

    private static final double GRADIENT_BYTES = 2;
    private static final double TEN_GIGABIT_BYTES_PER_SECOND = 1.25e9;
    private static final int BUCKETS = 10;

    private CellB() {}

    static Cell cell() {
        double speedup = Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES);
        double efficiency = Spine.efficiency(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES);
        double iteration = Spine.iterationSeconds(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES);
        return new Cell(
                "B",
                "Communication-bound",
                "Speedup collapses below k",
                List.of(
                        Figure.seconds("computeSeconds", "T_compute", COMPUTE_SECONDS),
                        Figure.seconds("syncSeconds", "T_comm", SYNC_SECONDS),
                        Figure.count("devices", "k", DEVICES)),
                "BERT-Large takes 400 ms of compute an iteration; 4 devices synchronise in 50 ms over slow Ethernet."
                        + " What speedup is left?",
                "The ideal was 4 times. Will most of it stay, or most of it go?",
                SpineSteps.speedup(COMPUTE_SECONDS, SYNC_SECONDS, DEVICES),
                List.of(Check.equal(
                        "50 ms of 150 ms are overhead, one third, so two thirds are kept: 1 - 50/150",
                        1 - SYNC_SECONDS / iteration,
                        efficiency,
                        Dimension.RATIO)),
                List.of(Figure.factor("speedup", "S", speedup), Figure.ratio("efficiency", "E", efficiency)),
                "4 devices are %s times as fast; %s of what was bought is spent on talking."
                        .formatted(Show.factor(speedup), Prints.full(Dimension.RATIO, 1 - efficiency)),
                List.of(overlap(), bytes()));
    }

    private static Beyond overlap() {
        double slice = COMPUTE_SECONDS / DEVICES;
        double backward = slice * 2 / 3;
        double exposed = Math.max(SYNC_SECONDS / BUCKETS, SYNC_SECONDS - backward);
        return Beyond.of(
                "Frameworks send gradients in buckets while backward still runs; only what outlasts it, and the last"
                        + " bucket, lengthens the iteration (Li et al. 2020, arXiv 2006.15704).",
                Show.seconds(
                        "Backward to hide behind",
                        Show.seconds(slice) + " x 2/3",
                        backward,
                        "backward has twice the work of forward"),
                Show.seconds(
                        "Exposed with 10 buckets",
                        "max(50 ms / 10, 50 ms - " + Show.seconds(backward) + ")",
                        exposed,
                        "the last bucket has nothing left to hide behind"),
                Show.factor(
                        "Speedup then",
                        "400 ms / (" + Show.seconds(slice) + " + " + Show.seconds(exposed) + ")",
                        Spine.speedup(COMPUTE_SECONDS, exposed, DEVICES),
                        "the spine with the exposed part only"));
    }

    private static Beyond bytes() {
        double gradients = BERT_LARGE_PARAMETERS * GRADIENT_BYTES;
        double ring = Rings.seconds(gradients, TEN_GIGABIT_BYTES_PER_SECOND, 0, DEVICES);
        return Beyond.of(
                "Check a given synchronisation time against bytes and bandwidth: 50 ms is too good for BERT-Large over"
                        + " plain 10 Gb/s Ethernet.",
                Show.bytes("Gradients", "340M x 2 B", gradients, "every parameter has a gradient, here of 16 bits"),
                Show.seconds(
                        "Ring all-reduce of 4",
                        "2 x 3/4 x " + Show.bytes(gradients) + " / 1.25 GB/s",
                        ring,
                        "10 Gb/s are 1.25 GB/s, and each device sends 2(k-1)/k of the bytes"),
                Show.factor(
                        "Speedup then",
                        "400 ms / (100 ms + " + Show.seconds(ring) + ")",
                        Spine.speedup(COMPUTE_SECONDS, ring, DEVICES),
                        "slower than one device, unless it is overlapped, compressed or accumulated away"));
    }
}
