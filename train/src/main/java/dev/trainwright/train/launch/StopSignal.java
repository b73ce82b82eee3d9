package dev.trainwright.train.launch;

import java.util.concurrent.TimeUnit;

/**
 * A request to stop in good order: SIGTERM, SIGINT or SIGHUP, as launchers, batch systems and people at a terminal send it. While one listens, the process stays for as
 * long as {@link #GRACE_SECONDS} to end the step it is in and write a checkpoint.
 */
public final class StopSignal implements AutoCloseable {
    /** What a process ends with that was asked to stop: 128 + SIGTERM. */
    public static final int EXIT_CODE = 143;

    /** Below the 30 s after which Slurm (KillWait) and Kubernetes (terminationGracePeriodSeconds) send SIGKILL by default. */
    static final long GRACE_SECONDS = 25;

    /** Says that a process has stopped as it was asked to. */
    public static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Stopped(String message) {
            super(message);
        }
    }

    private final Thread hook = new Thread(this::hold, "stop signal");
    private volatile boolean received;

    private StopSignal() {}

    /** Listens until it is closed. */
    public static StopSignal listen() {
        StopSignal signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Whether this process was asked to stop. */
    public boolean received() {
        return received;
    }

    /** The JVM ends when its hooks have: this one holds it until the main thread has ended the process. */
    private void hold() {
        received = true;
        try {
            TimeUnit.SECONDS.sleep(GRACE_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!received) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                received = true; // asked just now
            }
        }
    }
}
