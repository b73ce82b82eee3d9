package dev.trainwright.train.launch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Processes that this one answers for: a request to stop it is passed on to them, and it stays until they have ended. */
final class Children implements AutoCloseable {
    private static final long LAST_WORDS_SECONDS = 2;

    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::hold, "children");

    Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void add(Process process) {
        processes.add(process);
    }

    /** Asks all to stop, and ends those that have not after the grace of {@link StopSignal}. */
    void stop() {
        // Not Process.destroy(), which closes the pipes too: a rank takes that for its launcher's death.
        processes.forEach(process -> process.toHandle().destroy());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(StopSignal.GRACE_SECONDS + LAST_WORDS_SECONDS);
        try {
            for (Process process : processes) {
                if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Ends all with SIGKILL. */
    void kill() {
        processes.forEach(Process::destroyForcibly);
        for (Process process : processes) {
            process.onExit().join();
        }
    }

    private void hold() {
        stop();
        try {
            var unused = closed.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it is running: this process was asked to stop
        }
    }
}
