package dev.trainwright.evidence.row;

import org.jspecify.annotations.Nullable;

/**
 * What came out. No forecast sees it.
 *
 * @param iterationSeconds time of one optimizer step, printed or derived from throughput
 * @param throughput samples or tokens per second of all devices
 * @param modelFlops model FLOP/s of one device
 * @param mfu model FLOPs over the device's peak, as a share
 * @param hardwareFlops FLOP/s of one device with recomputation counted, where the notes tell it
 * @param peakMemoryGib peak memory of the fullest device
 * @param outOfMemory whether the run did not fit
 */
public record Measured(
        @Nullable Double iterationSeconds,
        @Nullable Double throughput,
        @Nullable Double modelFlops,
        @Nullable Double mfu,
        @Nullable Double hardwareFlops,
        @Nullable Double peakMemoryGib,
        boolean outOfMemory) {}
