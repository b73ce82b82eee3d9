package dev.trainwright.evidence.score;

import dev.trainwright.evidence.job.Planned;
import dev.trainwright.evidence.row.Row;
import dev.trainwright.workload.MeasuredModel;
import org.jspecify.annotations.Nullable;

/** What became of one row. */
public sealed interface Outcome {
    /** The row. */
    Row row();

    /**
     * It lacks what a forecast needs.
     *
     * @param reason what is missing
     */
    record Refused(Row row, String reason) implements Outcome {}

    /** It is the measured one-device run that forecasts of other rows start from, and is not scored with them. */
    record Input(Row row) implements Outcome {}

    /**
     * It was forecast.
     *
     * @param planned its job
     * @param predicted what the forecast says
     * @param measuredSeconds what came out, or null where the source gives no time, throughput or FLOP/s
     * @param measuredSpeedup over the one-device run in the same table, or null where there is none
     */
    record Forecasted(
            Row row,
            Planned planned,
            Prediction predicted,
            @Nullable Double measuredSeconds,
            @Nullable Double measuredSpeedup)
            implements Outcome {

        /** Forecast over measured time, less 1; NaN where nothing was measured. */
        public double timeError() {
            return measuredSeconds == null ? Double.NaN : seconds() / measuredSeconds - 1;
        }

        /** Seconds of the row's iteration by forecast. */
        public double seconds() {
            return predicted.seconds() * planned.scale();
        }

        /** Speedup by forecast over the one-device run. */
        public double speedup() {
            return oneDeviceSeconds() / seconds();
        }

        /** Seconds that the one device of the table needs for the row's batch. */
        private double oneDeviceSeconds() {
            return planned.job().workload().model() instanceof MeasuredModel measured
                    ? measured.computeSeconds() * planned.scale()
                    : Double.NaN;
        }

        /** Bytes that the source calls peak memory, by forecast. */
        public double bytes() {
            return planned.memoryIsAllocated() ? predicted.allocatedBytes() : predicted.deviceBytes();
        }
    }
}
