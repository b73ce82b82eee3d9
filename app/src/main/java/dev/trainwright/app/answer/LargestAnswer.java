package dev.trainwright.app.answer;

import dev.trainwright.app.forecast.ForecastReport;
import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Text;
import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.Largest;
import dev.trainwright.job.Job;
import dev.trainwright.quantity.Dimension;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job fits, every part of memory counted, and the largest that does.
 *
 * @param fits whether the job as it is does
 */
public record LargestAnswer(boolean fits, Report report) {
    private static final List<Metric<Largest>> LARGEST = List.of(
            Metric.of("microBatch", "micro-batch", Dimension.COUNT, Largest::microBatch),
            Metric.of("sequence", "sequence, in steps that the layout can split", Dimension.COUNT, Largest::sequence),
            Metric.of(
                    "sequenceStep",
                    "those steps",
                    Dimension.COUNT,
                    l -> l.sequence() == null ? null : l.sequenceUnit()),
            Metric.of("layers", "layers of this shape", Dimension.COUNT, LargestAnswer::layers),
            Metric.of("parameters", "parameters with them", Dimension.COUNT, LargestAnswer::parameters));

    /** The answer for a job with a layout. */
    public static LargestAnswer of(Job job, Calibrations calibrations, boolean max) {
        Calibration calibration = Forecaster.calibration(job, Objects.requireNonNull(job.layout()), calibrations);
        Forecast forecast = Forecaster.forecast(job, calibration);
        Report report = ForecastReport.memory(forecast);
        if (max) {
            report = report.and(new Facts<>(
                    "largest",
                    "The largest that fits, each alone with all else kept",
                    Largest.of(job, calibration),
                    LARGEST));
        }
        return new LargestAnswer(
                forecast.memory().fits(),
                report.and(
                        new Text("assumed", "Assumed, as the job does not say", job.assumed()),
                        new Text("omissions", "Left out", forecast.omissions())));
    }

    private static @Nullable Integer layers(Largest largest) {
        Largest.Depth depth = largest.depth();
        return depth == null ? null : depth.layers();
    }

    private static @Nullable Long parameters(Largest largest) {
        Largest.Depth depth = largest.depth();
        return depth == null ? null : depth.parameters();
    }
}
