package dev.trainwright.app.verify;

import java.util.ArrayList;
import java.util.List;

/** Tells the steps of a run that had the machine to themselves from those during which other work took processor time. */
final class Quiet {
    /** Steps at the start in which caches fill, libraries choose their kernels and the JVM compiles. */
    static final int WARMUP = 5;

    /** Linux counts a machine's busy time in hundredths of a second: over so long a stretch it is exact to 3 %. */
    private static final double STRETCH_SECONDS = 0.4;

    /** Share of the cores that other work may take: a system's own housekeeping stays below. */
    private static final double TOLERATED = 0.05;

    private Quiet() {}

    /**
     * Positions of the undisturbed steps, behind the warm-up.
     *
     * @param ranks each rank's steps, equally many
     * @param cores of the machine
     */
    static List<Integer> steps(List<List<Step>> ranks, int cores) {
        List<Integer> quiet = new ArrayList<>();
        int last = ranks.stream().mapToInt(List::size).min().orElse(0) - 1;
        int from = Math.min(WARMUP, last) - 1;
        double wall = 0;
        for (int to = from + 1; to <= last; to++) {
            wall += ranks.get(0).get(to).seconds();
            if (wall >= STRETCH_SECONDS || to == last) {
                if (from < 0 || others(ranks, from, to) <= TOLERATED * cores * wall) {
                    for (int step = from + 1; step <= to; step++) {
                        quiet.add(step);
                    }
                }
                from = to;
                wall = 0;
            }
        }
        return quiet;
    }

    /** Processor seconds that others used between the ends of two steps. */
    private static double others(List<List<Step>> ranks, int from, int to) {
        double machine =
                ranks.get(0).get(to).machineSeconds() - ranks.get(0).get(from).machineSeconds();
        for (List<Step> rank : ranks) {
            machine -= rank.get(to).processSeconds() - rank.get(from).processSeconds();
        }
        return machine;
    }
}
