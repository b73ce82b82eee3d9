package dev.trainwright.cluster;

import org.jspecify.annotations.Nullable;

/**
 * What the cluster costs and how often it breaks. Everything is the user's to give; null means not given, and what depends on it is left out by name.
 *
 * @param pricePerDeviceHour in {@code currency}
 * @param currency ISO 4217
 * @param deviceMtbfSeconds mean time between failures of one device
 * @param checkpointSeconds time to write one checkpoint
 * @param restartSeconds time from a failure to the first useful step
 */
public record Economics(
        @Nullable Double pricePerDeviceHour,
        @Nullable String currency,
        @Nullable Double deviceMtbfSeconds,
        @Nullable Double checkpointSeconds,
        @Nullable Double restartSeconds) {

    /** Nothing given. */
    public static final Economics UNKNOWN = new Economics(null, null, null, null, null);
}
