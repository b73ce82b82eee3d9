package dev.trainwright.app.verify;

import dev.trainwright.layout.Synchrony;
import dev.trainwright.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * A job that was forecast and run.
 *
 * @param name of its file
 * @param workload what was trained
 * @param expected the forecast
 * @param measured the run
 */
public record Verified(String name, Workload workload, Expected expected, Measured measured) {
    /** Forecast iteration time over the measured one, less 1. */
    public double timeError() {
        return expected.seconds() / measured.seconds() - 1;
    }

    /** The same of the fullest process's memory. */
    public double memoryError() {
        return expected.residentBytes() / measured.fullest().peakBytes() - 1;
    }

    /** Whether the fullest process stayed within the device's memory. */
    public boolean fitted() {
        return measured.fullest().peakBytes() <= expected.limitBytes();
    }

    /** Whether its losses are those of any other synchronous run of the workload, to rounding. */
    private boolean synchronous() {
        return expected.layout().synchrony() instanceof Synchrony.Synchronous;
    }

    /** The largest relative difference of this run's losses from those of {@code other}; null where they need not be alike. */
    public @Nullable Double lossDifference(Verified other) {
        if (!synchronous() || !other.synchronous() || !workload.equals(other.workload)) {
            return null;
        }
        double most = 0;
        int steps = Math.min(measured.losses().size(), other.measured.losses().size());
        for (int i = 0; i < steps; i++) {
            double theirs = other.measured.losses().get(i);
            most = Math.max(most, Math.abs(measured.losses().get(i) - theirs) / Math.abs(theirs));
        }
        return most;
    }
}
