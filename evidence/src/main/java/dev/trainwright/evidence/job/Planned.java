package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.job.Job;
import java.util.Objects;

/**
 * A row as a job.
 *
 * @param job what, on what, and how it is split; its assumed values are named in it
 * @param inputs the row's own cells and the assumed ones
 * @param inferred whether the model's widths were inferred from its size alone
 * @param basis whether the model stands for a measured one-device run
 * @param unitsPerSample what the source's throughput counts for one sample
 * @param batch samples of one optimizer step as the row gives them; the job's own batch is the nearest whole number of micro-batches
 */
public record Planned(Job job, Inputs inputs, boolean inferred, boolean basis, double unitsPerSample, long batch) {

    /** By how much the row's iteration is longer than the job's. */
    public double scale() {
        return (double) batch / job.workload().batch().size();
    }

    /** The software family whose calibration serves. */
    public String family() {
        return Forecaster.family(job, Objects.requireNonNull(job.layout()));
    }

    /** Whether the source's peak memory is the allocator's figure. */
    public boolean memoryIsAllocated() {
        return inputs.text(Column.MEMORY_METRIC, "device").equals("allocated");
    }

    /** Whether the source's model FLOPs count attention as if every token saw every other. */
    public boolean fullAttention() {
        return inputs.text(Column.FLOPS, "causal").equals("full");
    }
}
