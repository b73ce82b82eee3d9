package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * A model known by measurement only: the seed's T_compute and the bytes that a synchronisation moves.
 *
 * @param name for reports
 * @param computeSeconds T_compute: one device's time, its weight updates among it, for the samples that the workload's {@link Batch} counts: a global batch, or one replica's
 * @param parameters number of parameters, 0 where only {@code gradientBytes} was given
 * @param gradientBytes bytes of gradients that one synchronisation reduces
 * @param commSeconds T_comm where it was measured too; null lets the cluster's links decide
 */
public record MeasuredModel(
        String name,
        double computeSeconds,
        long parameters,
        double gradientBytes,
        @Nullable Double commSeconds) implements Model {}
