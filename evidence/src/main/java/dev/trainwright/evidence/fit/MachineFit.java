package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A calibration of a user's own machine, fitted to runs on it. The fit starts from what probes of that machine measured and moves only what the runs tell: constants that they leave
 * open, such as overlap and what compute loses beside communication where no run communicates, stay as measured.
 *
 * @param calibration the fitted one
 * @param schemes runs and their forecasts: by the fit, by fits without the run's own job, as measured before the fit
 */
public record MachineFit(Calibration calibration, Map<String, List<Validation.Checked>> schemes) {

    /**
     * Fits to {@code runs}.
     *
     * @param measured by probes of the machine
     * @param key what the runs are forecast with
     * @param date ISO 8601, for the provenance
     */
    public static MachineFit of(Calibration measured, Samples.Key key, List<Sample> runs, String date) {
        Calibration fitted = Fit.refine(measured, runs);
        Map<String, List<Validation.Checked>> schemes = new LinkedHashMap<>();
        for (Sample run : runs) {
            List<Sample> others = runs.stream()
                    .filter(other -> !other.group().equals(run.group()))
                    .toList();
            check(schemes, "fitted", key, run, fitted);
            check(schemes, "groups", key, run, others.isEmpty() ? measured : Fit.refine(measured, others));
            check(schemes, "measured", key, run, measured);
        }
        String text = measured.provenance().text() + "; fitted to " + runs.size() + " of its runs";
        return new MachineFit(fitted.with(new Calibration.Provenance(text, date, false)), schemes);
    }

    private static void check(
            Map<String, List<Validation.Checked>> schemes, String scheme, Samples.Key key, Sample run, Calibration by) {
        schemes.computeIfAbsent(scheme, s -> new ArrayList<>())
                .add(new Validation.Checked(key, run, run.seconds() / run.forecast(by)));
    }
}
