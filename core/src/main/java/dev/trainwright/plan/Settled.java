package dev.trainwright.plan;

import dev.trainwright.forecast.Evaluation;
import dev.trainwright.layout.Layout;

/**
 * A candidate whose time is exact.
 *
 * @param candidate which
 * @param layout it stands for
 * @param evaluation with its pipeline simulated
 * @param devices at work
 * @param secondsPerSample of the whole job
 * @param ranked what it is ranked by
 */
record Settled(
        Candidate candidate,
        Layout layout,
        Evaluation evaluation,
        int devices,
        double secondsPerSample,
        double ranked) {

    /** Whether this is at least as good in time, memory and devices, and better in one of them. */
    boolean beats(Settled o) {
        double bytes = candidate.bytes();
        double otherBytes = o.candidate.bytes();
        boolean noWorse = secondsPerSample <= o.secondsPerSample && bytes <= otherBytes && devices <= o.devices;
        return noWorse && (secondsPerSample < o.secondsPerSample || bytes < otherBytes || devices < o.devices);
    }
}
