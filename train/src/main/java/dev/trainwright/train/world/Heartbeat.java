package dev.trainwright.train.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.StringVector;

/**
 * Every rank counts in the store once a second, so that a survivor of a failed collective can say which rank fell silent. The counting goes on in a thread of
 * its own, over a connection of its own: it stops when the process is dead or stopped, not when it is slow.
 */
final class Heartbeat implements AutoCloseable {
    private static final long PERIOD_MILLIS = 1000;

    private final Store store;
    private final int rank;
    private final int world;
    private final AtomicLong steps = new AtomicLong();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "heartbeat");
        daemon.setDaemon(true);
        return daemon;
    });

    Heartbeat(Store store, int rank, int world) {
        this.store = store;
        this.rank = rank;
        this.world = world;
        var unused = thread.scheduleAtFixedRate(this::beat, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Tells how far this rank is. */
    void step(long step) {
        steps.set(step);
    }

    private void beat() {
        synchronized (store) {
            store.add("beat/" + rank, 1);
            store.set("step/" + rank, Long.toString(steps.get()));
        }
    }

    /** Names the ranks that are not heard for two periods, as the end of a sentence. */
    String suspects() {
        try {
            List<String> silent = Deadline.within(Duration.ofMillis(5 * PERIOD_MILLIS), this::silent);
            return silent.isEmpty()
                    ? "; every rank's process still answers"
                    : "; not answering: " + String.join(", ", silent);
        } catch (RuntimeException e) {
            return "; not answering: rank 0, which serves the store (" + NativeErrors.firstLine(e) + ")";
        }
    }

    private List<String> silent() {
        long[] before = beats();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2 * PERIOD_MILLIS + PERIOD_MILLIS / 2));
        long[] after = beats();
        List<String> silent = new ArrayList<>();
        for (int r = 0; r < world; r++) {
            if (before[r] == after[r]) {
                silent.add("rank " + r + " (last heard at step " + lastStep(r) + ")");
            }
        }
        return silent;
    }

    private long[] beats() {
        long[] beats = new long[world];
        synchronized (store) {
            for (int r = 0; r < world; r++) {
                beats[r] = store.add("beat/" + r, 0);
            }
        }
        return beats;
    }

    private String lastStep(int r) {
        synchronized (store) {
            return store.check(new StringVector("step/" + r)) ? store.get_to_str("step/" + r) : "0";
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
