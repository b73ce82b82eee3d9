package dev.trainwright.spine;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * What an {@link AsyncSimulation} measured.
 *
 * @param updatesPerSecond of the whole group
 * @param workers each worker's part
 * @param meanStaleness mean over all updates
 * @param medianStaleness half of the updates are at most this stale
 * @param p99Staleness 99 of 100 updates are at most this stale
 * @param maxStaleness the stalest update
 */
public record AsyncResult(
        double updatesPerSecond,
        List<Worker> workers,
        double meanStaleness,
        long medianStaleness,
        long p99Staleness,
        long maxStaleness) {

    public AsyncResult {
        workers = List.copyOf(workers);
    }

    /**
     * One worker's part.
     *
     * @param updates updates that it pushed
     * @param meanStaleness mean over those, 0 where there are none
     * @param waitingShare share of the time that it waited at the staleness bound
     */
    public record Worker(long updates, double meanStaleness, double waitingShare) {}

    static AsyncResult of(
            double seconds, long[] done, double[] stalenessSum, double[] waited, NavigableMap<Long, Long> histogram) {
        List<Worker> workers = new ArrayList<>();
        long updates = 0;
        double staleness = 0;
        for (int i = 0; i < done.length; i++) {
            workers.add(new Worker(done[i], done[i] == 0 ? 0 : stalenessSum[i] / done[i], waited[i] / seconds));
            updates += done[i];
            staleness += stalenessSum[i];
        }
        return new AsyncResult(
                updates / seconds,
                workers,
                staleness / updates,
                quantile(histogram, 0.5 * updates),
                quantile(histogram, 0.99 * updates),
                histogram.lastKey());
    }

    private static long quantile(NavigableMap<Long, Long> histogram, double updates) {
        long seen = 0;
        for (var entry : histogram.entrySet()) {
            seen += entry.getValue();
            if (seen >= updates) {
                return entry.getKey();
            }
        }
        return histogram.lastKey();
    }
}
