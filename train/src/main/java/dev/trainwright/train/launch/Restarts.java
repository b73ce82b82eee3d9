package dev.trainwright.train.launch;

import java.util.HashMap;
import java.util.Map;

/** Starts a job again after a failure; its processes resume from the last checkpoint by themselves. */
public final class Restarts {
    /** The exit code of a process that would fail the same way again: wrong input. */
    public static final int NO_RESTART = 2;

    private Restarts() {}

    /**
     * Runs {@code spec}, and again after each failure, {@code most} times at most; not after a request to stop.
     *
     * @return the last attempt's outcome
     */
    public static LocalLauncher.Outcome run(LocalLauncher.Spec spec, int most) {
        for (int attempt = 0; ; attempt++) {
            Map<String, String> environment = new HashMap<>(spec.environment());
            environment.put("TORCHELASTIC_RESTART_COUNT", Integer.toString(attempt));
            LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                    spec.command(), spec.processes(), spec.threads(), environment, spec.output(), spec.started()));
            if (outcome.ok() || outcome.stopped() || attempt == most || outcome.exitCode() == NO_RESTART) {
                return outcome;
            }
            spec.output().accept("restart " + (attempt + 1) + " of " + most + ": " + outcome.cause());
        }
    }
}
