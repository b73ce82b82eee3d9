package dev.trainwright.app.picture;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongToDoubleFunction;

/** Charts of speedup. */
public final class Curves {
    private static final int POINTS_PER_DOUBLING = 8;

    /** Of the page's cells A to D. */
    private static final double COMPUTE_SECONDS = 0.4;

    private static final double SYNC_SECONDS = 0.05;
    private static final long FOUR = 4;
    private static final long CELLS_MOST = 64;

    /** Top of a picture over what it shows: the legend stands there. */
    private static final double HEADROOM = 1.25;

    private Curves() {}

    /** Cells A to D in one picture: the ideal, the curve that communication bends, its ceiling, and the one device that does not synchronise. */
    public static Chart cells() {
        double ceiling = COMPUTE_SECONDS / SYNC_SECONDS;
        return new Chart(
                "Speedup by devices, cells A to D: 400 ms of compute, 50 ms of synchronisation",
                "speedup",
                HEADROOM * ceiling,
                List.of(
                        line("A: no communication, S = k", '/', CELLS_MOST, k -> Spine.speedup(COMPUTE_SECONDS, 0, k)),
                        line(
                                "B and D: S(k) = 400 / (400/k + 50)",
                                '*',
                                CELLS_MOST,
                                k -> Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, k))),
                List.of(new Chart.Level("D: the ceiling 400 / 50 = 8", ceiling)),
                List.of(
                        new Chart.Mark("C: one device, exactly 1", 'C', new Chart.Point(1, 1)),
                        new Chart.Mark(
                                "B: four devices, 2.667",
                                'B',
                                new Chart.Point(FOUR, Spine.speedup(COMPUTE_SECONDS, SYNC_SECONDS, FOUR)))));
    }

    /**
     * A curve of speedup with its ideal.
     *
     * @param most devices
     * @param marked numbers of devices to point out
     */
    public static Chart speedup(
            String title, long most, LongToDoubleFunction speedup, OptionalDouble ceiling, List<Long> marked) {
        Chart.Line curve = line("speedup", '*', most, speedup);
        double highest =
                curve.points().stream().mapToDouble(Chart.Point::y).max().orElse(1);
        List<Chart.Level> levels = ceiling.stream()
                .mapToObj(y -> new Chart.Level("ceiling " + Prints.number(y), y))
                .toList();
        return new Chart(
                title,
                "speedup",
                HEADROOM * Math.min(most, Math.max(highest, ceiling.orElse(highest))),
                List.of(line("ideal, S = k", '/', most, k -> k), curve),
                levels,
                marked.stream()
                        .filter(k -> k <= most)
                        .map(k -> mark(k, speedup.applyAsDouble(k)))
                        .toList());
    }

    private static Chart.Mark mark(long devices, double speedup) {
        String name = "%,d devices, %s".formatted(devices, Prints.full(Dimension.FACTOR, speedup));
        return new Chart.Mark(name, 'o', new Chart.Point(devices, speedup));
    }

    private static Chart.Line line(String name, char symbol, long most, LongToDoubleFunction speedup) {
        List<Chart.Point> points = new ArrayList<>();
        long before = 0;
        for (int i = 0; before < most; i++) {
            long devices = Math.min(most, Math.round(Math.pow(2, (double) i / POINTS_PER_DOUBLING)));
            if (devices > before) {
                points.add(new Chart.Point(devices, speedup.applyAsDouble(devices)));
                before = devices;
            }
        }
        return new Chart.Line(name, symbol, points);
    }
}
