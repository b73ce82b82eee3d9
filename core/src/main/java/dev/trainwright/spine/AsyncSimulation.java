package dev.trainwright.spine;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Event-driven simulation of asynchronous SGD. Each worker takes the weights, computes, pushes its update and goes on;
 * under a staleness bound s (SSP, Ho et al. 2013) it first waits until it is at most s updates ahead of the slowest.
 * The staleness of an update is the number of updates of others since its worker took the weights.
 */
public final class AsyncSimulation {
    /** No staleness bound. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    private record Finish(double seconds, int worker) {}

    private final WorkerTimes times;
    private final int bound;
    private final SplittableRandom random;
    private final long[] done;
    private final long[] seen;
    private final double[] parkedSince;
    private final double[] waited;
    private final double[] stalenessSum;
    private final TreeMap<Long, Long> histogram = new TreeMap<>();
    private final PriorityQueue<Finish> finishes =
            new PriorityQueue<>(Comparator.comparingDouble(Finish::seconds).thenComparingInt(Finish::worker));
    /** How many workers have pushed so many updates. */
    private final TreeMap<Long, Integer> workersByUpdates = new TreeMap<>();
    /** Workers that wait, the one with the fewest updates first. */
    private final PriorityQueue<Integer> parked;

    private long updates;

    private AsyncSimulation(int workers, WorkerTimes times, int bound, long seed) {
        this.times = times;
        this.bound = bound;
        this.random = new SplittableRandom(seed);
        this.done = new long[workers];
        this.seen = new long[workers];
        this.parkedSince = new double[workers];
        this.waited = new double[workers];
        this.stalenessSum = new double[workers];
        this.parked = new PriorityQueue<>(Comparator.comparingLong(worker -> done[worker]));
        workersByUpdates.put(0L, workers);
    }

    /**
     * Runs until {@code updates} updates have arrived. Workers start at random points of their first iteration, so that
     * equal or commensurate times do not run in step.
     */
    public static AsyncResult run(int workers, WorkerTimes times, int stalenessBound, long updates, long seed) {
        Require.atLeast("the number of workers", 1, workers);
        Require.atLeast("the staleness bound", 0, stalenessBound);
        Require.atLeast("the number of updates", 1, updates);
        return new AsyncSimulation(workers, times, stalenessBound, seed).run(updates);
    }

    private AsyncResult run(long target) {
        for (int worker = 0; worker < done.length; worker++) {
            finishes.add(new Finish(random.nextDouble() * times.nextSeconds(worker, random), worker));
        }
        double now = 0;
        while (updates < target) {
            Finish finish = finishes.remove();
            now = finish.seconds();
            arrive(finish.worker(), now);
        }
        return AsyncResult.of(now, done, stalenessSum, waited, histogram);
    }

    private void arrive(int worker, double now) {
        long staleness = updates - seen[worker];
        stalenessSum[worker] += staleness;
        histogram.merge(staleness, 1L, Long::sum);
        updates++;
        workersByUpdates.computeIfPresent(done[worker], (count, workers) -> workers == 1 ? null : workers - 1);
        done[worker]++;
        workersByUpdates.merge(done[worker], 1, Integer::sum);
        parkedSince[worker] = now;
        parked.add(worker);
        long limit = workersByUpdates.firstKey() + bound;
        while (!parked.isEmpty() && done[parked.element()] <= limit) {
            start(parked.remove(), now);
        }
    }

    private void start(int worker, double now) {
        waited[worker] += now - parkedSince[worker];
        seen[worker] = updates;
        finishes.add(new Finish(now + times.nextSeconds(worker, random), worker));
    }
}
