package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * How much to train.
 *
 * @param unit what {@code count} counts
 * @param count how many
 * @param datasetSamples samples in one epoch; needed when {@code unit} is {@link Unit#EPOCHS}
 */
public record Amount(Unit unit, double count, @Nullable Long datasetSamples) {
    /** What training is measured in. */
    public enum Unit {
        TOKENS,
        SAMPLES,
        STEPS,
        EPOCHS
    }
}
