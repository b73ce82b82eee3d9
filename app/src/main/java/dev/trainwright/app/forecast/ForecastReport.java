package dev.trainwright.app.forecast;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Text;
import dev.trainwright.calibration.Calibration;
import dev.trainwright.forecast.Explanation;
import dev.trainwright.forecast.Forecast;
import java.util.List;

/**
 * A forecast as a report: the answer first, then memory, time, throughput, scaling and effort, and what all of it rests on. The names of its JSON fields are
 * frozen; docs/json.md explains them.
 */
public final class ForecastReport {
    private static final List<Metric<Calibration>> CALIBRATION = List.of(
            Metric.text("id", "name", Calibration::id),
            Metric.text("family", "software family", Calibration::family),
            Metric.text("provenance", "fitted on", c -> c.provenance().text()),
            Metric.text("date", "date", c -> c.provenance().date()),
            Metric.flag("extrapolated", "extrapolated", c -> c.provenance().extrapolated()));

    private ForecastReport() {}

    /** Memory and time of {@code forecast} alone, part by part. */
    public static List<Part> memoryAndTime(Forecast forecast) {
        return List.of(MemorySection.of(forecast), TimeSections.iteration(forecast));
    }

    /** How {@code forecast} comes about. */
    public static Part explanation(Forecast forecast) {
        return new ExplanationPart(Explanation.of(forecast));
    }

    /** Only what says whether it fits. */
    public static Report memory(Forecast forecast) {
        return Report.of(
                new Sentence("answer", Answer.memory(forecast.memory())),
                LayoutParts.section(forecast.layout()),
                MemorySection.of(forecast));
    }

    /** The report of {@code forecast}. */
    public static Report of(Forecast forecast) {
        return Report.of(
                new Sentence("answer", Answer.of(forecast)),
                LayoutParts.section(forecast.layout()),
                MemorySection.of(forecast),
                TimeSections.iteration(forecast),
                TimeSections.throughput(forecast),
                TimeSections.ratios(forecast),
                TimeSections.scaling(forecast),
                EffortSection.of(forecast.effort()),
                new Facts<>("calibration", "Calibration", forecast.calibration(), CALIBRATION),
                new Text(
                        "assumed",
                        "Assumed, as the job does not say",
                        forecast.job().assumed()),
                new Text("omissions", "Left out", forecast.omissions()));
    }
}
