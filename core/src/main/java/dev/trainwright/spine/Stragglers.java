package dev.trainwright.spine;

import java.util.Arrays;

/**
 * Workers of different speed. {@code workerSeconds} holds the time of one iteration of each worker; a group of n
 * workers is compared by the time of n updates.
 */
public final class Stragglers {
    private Stragglers() {}

    /** A synchronous iteration: the slowest worker's time. */
    public static double syncSeconds(double... workerSeconds) {
        return withBackupSeconds(0, workerSeconds);
    }

    /**
     * A synchronous iteration that takes the first n - b gradients and drops the rest: the (n-b)-th smallest time (Chen
     * et al. 2016, arXiv 1604.00981).
     */
    public static double withBackupSeconds(int backupWorkers, double... workerSeconds) {
        check(workerSeconds);
        Require.atLeast("the number of backup workers", 0, backupWorkers);
        Require.atMost("the number of backup workers", workerSeconds.length - 1L, backupWorkers);
        double[] sorted = workerSeconds.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - 1 - backupWorkers];
    }

    /** The mean worker time. It is the mean time of one update as a worker sees it, not the group's rate. */
    public static double meanWorkerSeconds(double... workerSeconds) {
        check(workerSeconds);
        return Arrays.stream(workerSeconds).sum() / workerSeconds.length;
    }

    /** Updates per second of asynchronous workers that never wait: sum of 1/t. */
    public static double updatesPerSecond(double... workerSeconds) {
        check(workerSeconds);
        return Arrays.stream(workerSeconds).map(t -> 1 / t).sum();
    }

    /** Time of n asynchronous updates, the harmonic mean n / sum(1/t): what compares with a synchronous iteration. */
    public static double harmonicMeanSeconds(double... workerSeconds) {
        return workerSeconds.length / updatesPerSecond(workerSeconds);
    }

    /** Share of all workers' time that a synchronous group spends waiting: 1 - mean / max. */
    public static double waitingShare(double... workerSeconds) {
        return 1 - meanWorkerSeconds(workerSeconds) / syncSeconds(workerSeconds);
    }

    /**
     * Updates per second that parameter servers let through, when each update sends {@code updateBytes} in and as many
     * out over full-duplex ports.
     */
    public static double serverUpdatesPerSecond(double updateBytes, int servers, double serverBytesPerSecond) {
        Require.positive("the bytes of an update", updateBytes);
        Require.atLeast("the number of servers", 1, servers);
        Require.positive("the server's bandwidth", serverBytesPerSecond);
        return servers * serverBytesPerSecond / updateBytes;
    }

    /**
     * Mean staleness of each asynchronous worker: how many updates of others arrive while it computes one, t_i sum(1/t)
     * - 1. Weighted with the workers' rates its mean is n - 1 whatever the speeds.
     */
    public static double[] staleness(double... workerSeconds) {
        double rate = updatesPerSecond(workerSeconds);
        return Arrays.stream(workerSeconds).map(t -> t * rate - 1).toArray();
    }

    private static void check(double[] workerSeconds) {
        Require.atLeast("the number of workers", 1, workerSeconds.length);
        for (double seconds : workerSeconds) {
            Require.positive("a worker's time", seconds);
        }
    }
}
