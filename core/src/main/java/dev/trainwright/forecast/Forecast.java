package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one layout of a job will do.
 *
 * @param job what was asked
 * @param layout how it is split
 * @param calibration the constants used
 * @param terms seconds of one iteration by term; they add up to {@link #iterationSeconds()}
 * @param memory of the fullest device
 * @param throughput rates that follow
 * @param scaling against one device
 * @param effort of the whole training, or null where the job says nothing of its length
 * @param iteration interval of the iteration's seconds, or null where nothing was measured
 * @param omissions what the forecast leaves out, in sentences
 */
public record Forecast(
        Job job,
        Layout layout,
        Calibration calibration,
        Map<Term, Double> terms,
        Memory memory,
        Throughput throughput,
        Scaling scaling,
        @Nullable Effort effort,
        @Nullable Interval iteration,
        List<String> omissions) {

    public Forecast {
        terms = Map.copyOf(terms);
        omissions = List.copyOf(omissions);
    }

    /** Seconds of one iteration: the terms added in their order. */
    public double iterationSeconds() {
        double sum = 0;
        for (Term term : Term.values()) {
            sum += terms.getOrDefault(term, 0.0);
        }
        return sum;
    }

    /**
     * A 90 % interval.
     *
     * @param low 5 % bound
     * @param high 95 % bound
     */
    public record Interval(double low, double high) {}

    /**
     * Memory of the fullest device.
     *
     * @param parts bytes by part
     * @param stage its pipeline stage, from 0
     * @param peakBytes what the framework's allocator holds at the peak: all parts but context and slack
     * @param residentBytes what the device holds: all parts
     * @param deviceBytes what the device has; infinite where the job says nothing of the device
     * @param interval of {@code peakBytes}, or null where nothing was measured
     */
    public record Memory(
            Map<MemoryPart, Double> parts,
            int stage,
            double peakBytes,
            double residentBytes,
            double deviceBytes,
            @Nullable Interval interval) {

        public Memory {
            parts = Map.copyOf(parts);
        }

        /** Whether the device holds it. */
        public boolean fits() {
            return residentBytes <= deviceBytes;
        }
    }

    /**
     * Rates.
     *
     * @param samplesPerSecond of the whole job
     * @param tokensPerSecond of the whole job, or null where samples have no tokens
     * @param modelFlopsPerDevice model FLOP/s of one device, attention counted in full; null for a measured model
     * @param mfu that over the peak of the precision's products
     * @param hfu the same with repeated work
     * @param microBatches m, micro-batches of a replica's iteration
     * @param globalBatch samples of an iteration
     * @param bubbleShare bubble as a share of the pipeline's wall time
     */
    public record Throughput(
            double samplesPerSecond,
            @Nullable Double tokensPerSecond,
            @Nullable Double modelFlopsPerDevice,
            @Nullable Double mfu,
            @Nullable Double hfu,
            long microBatches,
            long globalBatch,
            double bubbleShare) {}

    /**
     * Against one device that does it all.
     *
     * @param baselineSeconds one device's iteration over the same global batch, without communication
     * @param baselineFits whether one device could hold it; where not, the baseline is an ideal
     * @param speedup baseline over iteration
     * @param efficiency speedup over devices
     * @param ceiling speedup that more devices approach while what does not shrink stays as it is; null where everything shrinks
     * @param bestDevices devices with the shortest iteration when data parallelism is scaled and all else is kept
     * @param curve points of that scaling
     */
    public record Scaling(
            double baselineSeconds,
            boolean baselineFits,
            double speedup,
            double efficiency,
            @Nullable Double ceiling,
            int bestDevices,
            List<Point> curve) {
        public Scaling {
            curve = List.copyOf(curve);
        }
    }

    /**
     * One point of the scaling curve.
     *
     * @param devices k
     * @param seconds of an iteration
     * @param speedup S(k)
     */
    public record Point(int devices, double seconds, double speedup) {}

    /**
     * The whole training.
     *
     * @param steps iterations
     * @param hours without failures
     * @param hoursWithFailures with checkpoints, lost work and restarts; null where reliability is not given
     * @param checkpointIntervalSeconds the best one; null likewise
     * @param deviceHours devices x the longer hours known
     * @param cost in {@code currency}; null where no price is given
     * @param currency ISO 4217
     * @param energyKilowattHours at full board power; null where power is not known
     */
    public record Effort(
            double steps,
            double hours,
            @Nullable Double hoursWithFailures,
            @Nullable Double checkpointIntervalSeconds,
            double deviceHours,
            @Nullable Double cost,
            @Nullable String currency,
            @Nullable Double energyKilowattHours) {}
}
