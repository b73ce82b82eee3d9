package dev.trainwright.evidence.fit;

import dev.trainwright.evidence.job.Planned;

/**
 * One measured run to fit on.
 *
 * @param source its file
 * @param group runs that must be held out together: the same model on as many devices
 * @param planned its job
 * @param seconds measured
 */
public record Sample(String source, String group, Planned planned, double seconds) {}
