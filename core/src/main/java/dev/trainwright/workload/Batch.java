package dev.trainwright.workload;

/**
 * How much data one optimizer step sees.
 *
 * @param size samples (sequences, images)
 * @param scaling what {@code size} counts and what is held fixed when devices are added
 */
public record Batch(long size, Scaling scaling) {

    /** What is held fixed when devices are added. */
    public enum Scaling {
        /** {@code size} is the global batch, the same for any number of devices. */
        STRONG,
        /** {@code size} is the batch of one data-parallel replica; the global batch grows with the replicas. */
        WEAK
    }

    public Batch {
        if (size < 1) {
            throw new IllegalArgumentException("a batch has at least one sample, not " + size);
        }
    }
}
