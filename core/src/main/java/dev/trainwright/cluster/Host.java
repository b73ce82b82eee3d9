package dev.trainwright.cluster;

import org.jspecify.annotations.Nullable;

/**
 * What a machine has besides its accelerators.
 *
 * @param memoryBytes of the whole host, 0 when unknown
 * @param memoryBandwidth bytes per second of the whole host's memory, 0 when unknown
 * @param link of one device to host memory, null when unknown
 * @param watts power besides the accelerators, 0 when unknown
 */
public record Host(
        double memoryBytes,
        double memoryBandwidth,
        @Nullable Link link,
        double watts) {

    /** Nothing known. */
    public static final Host UNKNOWN = new Host(0, 0, null, 0);

    /** Whether enough is known to keep state in its memory. */
    public boolean canHoldState() {
        return link != null && memoryBandwidth > 0;
    }
}
