package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.WeakScaling;
import java.util.List;
import java.util.stream.LongStream;

/** Infinitely many devices. */
final class CellD {
    private static final double COMPUTE_SECONDS = 0.4;
    private static final double SYNC_SECONDS = 0.05;
    private static final long MANY = 1_000;

    /** A ring that tends to the cell's 50 ms: 2 x 31.25 MB / 1.25 GB/s, with the latency of a TCP network. */
    private static final double RING_BYTES = 31.25e6;

    private static final double PORT_BYTES_PER_SECOND = 1.25e9;
    private static final double LATENCY_SECONDS = 50e-6;

    /** NVLink 3 in one direction (NVIDIA A100 data sheet: 600 GB/s in both). */
    private static final double INSIDE_BYTES_PER_SECOND = 300e9;

    private CellD() {}

    static Cell cell() {
        double ceiling = Spine.ceiling(COMPUTE_SECONDS, SYNC_SECONDS).orElseThrow();
        double slice = COMPUTE_SECONDS / MANY;
        double many = Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, MANY);
        return new Cell(
                "D",
                "The limit of many devices",
                "Speedup saturates instead of growing without limit",
                List.of(
                        Figure.seconds("computeSeconds", "T_compute", COMPUTE_SECONDS),
                        Figure.seconds("syncSeconds", "T_comm", SYNC_SECONDS)),
                "How fast can it get, however many devices are bought?",
                "Where does the curve flatten?",
                List.of(
                        Show.seconds(
                                "A device's slice of a thousand",
                                "400 ms / 1,000",
                                slice,
                                "the global batch is fixed, so the compute of each device goes to zero"),
                        Show.seconds(
                                "Iteration",
                                Show.seconds(slice) + " + 50 ms",
                                Spine.iterationSeconds(COMPUTE_SECONDS, SYNC_SECONDS, MANY),
                                "what stays is the synchronisation"),
                        Show.factor(
                                "Speedup of a thousand",
                                "400 ms / " + Show.seconds(slice + SYNC_SECONDS),
                                many,
                                "old time over new time"),
                        Show.factor(
                                "Ceiling", "400 ms / 50 ms", ceiling, "the limit: T_compute / T_comm, never reached")),
                List.of(
                        Check.below("A thousand devices stay below it", many, ceiling, Dimension.FACTOR),
                        Check.atLeast("and come within 1 % of it", many, 0.99 * ceiling, Dimension.FACTOR),
                        Check.equal(
                                "T_compute / T_comm devices reach half of it: S(8)",
                                Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, Math.round(ceiling)),
                                ceiling / 2,
                                Dimension.FACTOR)),
                List.of(Figure.factor("ceiling", "ceiling", ceiling)),
                "The curve rises and flattens at " + Show.factor(ceiling) + ": more devices do not always mean faster.",
                List.of(ring(), boundary(), weak()),
                curve());
    }

    private static List<Spine.Point> curve() {
        return LongStream.iterate(1, k -> k <= 1024, k -> 2 * k)
                .mapToObj(k -> new Spine.Point(k, Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, k)))
                .toList();
    }

    private static Beyond ring() {
        Spine.Point best = Spine.best(COMPUTE_SECONDS, CellD::ringSeconds, 4096);
        double far = Spine.speedup(COMPUTE_SECONDS, ringSeconds(1024), 1024);
        double formula = Math.sqrt((COMPUTE_SECONDS - 2 * RING_BYTES / PORT_BYTES_PER_SECOND) / (2 * LATENCY_SECONDS));
        return Beyond.of(
                "A ring's T_comm is not constant: 2(k-1)/k x bytes/bandwidth + 2(k-1) x latency. Its latency grows with"
                        + " every device, so the curve does not flatten, it turns. For 31.25 MB over 10 Gb/s (50 ms for"
                        + " large k) with 50 us of latency a step:",
                Show.factor(
                        "Best number of devices",
                        "sqrt((400 ms - 50 ms) / (2 x 50 us))",
                        formula,
                        "where the slice shrinks as slowly as the latency grows"),
                Show.count("The same by trying all", "largest S(k) for k to 4,096", best.devices(), "whole devices"),
                Show.factor("Speedup there", "S(" + best.devices() + ")", best.speedup(), "less than the ceiling of 8"),
                Show.factor("Speedup of 1,024", "S(1024)", far, "more devices, slower"));
    }

    private static double ringSeconds(long devices) {
        return Rings.seconds(RING_BYTES, PORT_BYTES_PER_SECOND, LATENCY_SECONDS, devices);
    }

    private static Beyond boundary() {
        double inside = Rings.acrossNodes(RING_BYTES, INSIDE_BYTES_PER_SECOND, PORT_BYTES_PER_SECOND, 8);
        double across = Rings.acrossNodes(RING_BYTES, INSIDE_BYTES_PER_SECOND, PORT_BYTES_PER_SECOND, 16);
        return Beyond.of(
                "T_comm also jumps where devices leave the node. The same bytes with 300 GB/s inside nodes of 8 and one"
                        + " port of 10 Gb/s between them:",
                Show.seconds(
                        "T_comm of 8, inside", "2 x 7/8 x 31.25 MB / 300 GB/s", inside, "the fast link carries all"),
                Show.factor("S(8)", "400 / (50 + T_comm)", Spine.speedup(COMPUTE_SECONDS, inside, 8), "almost ideal"),
                Show.seconds(
                        "T_comm of 16, across",
                        "2 x 15/16 x 31.25 MB / 1.25 GB/s",
                        across,
                        "the slowest link of the ring sets the pace"),
                Show.factor(
                        "S(16)",
                        "400 / (25 + T_comm)",
                        Spine.speedup(COMPUTE_SECONDS, across, 16),
                        "the second node made it slower"));
    }

    private static Beyond weak() {
        return Beyond.of(
                "The ceiling is one of a fixed global batch (strong scaling). With the batch of each device fixed instead"
                        + " (weak scaling), k batches pay for one synchronisation and there is none:",
                Show.factor(
                        "Throughput of a thousand",
                        "1000 x 400 / (400 + 50)",
                        WeakScaling.speedup(COMPUTE_SECONDS, SYNC_SECONDS, MANY),
                        "with a global batch a thousand times as large, which may not train as well"));
    }
}
