package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.evidence.score.Results;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * Calibrations fitted to measured runs, and how they do on runs that they were not fitted to.
 *
 * @param calibrations one for each accelerator and software family, one for each family, and the general one, with their intervals
 * @param schemes runs and their forecasts by what was held out: nothing, groups, sources, everything
 */
public record Recalibration(Map<Samples.Key, Calibration> calibrations, Map<String, List<Validation.Checked>> schemes) {

    /**
     * Fits to the runs of {@code results}. What fits do not move is taken over from {@code known}.
     *
     * @param date ISO 8601, for the provenance
     * @param done told the share of fits that are made
     */
    public static Recalibration of(Calibrations known, Results results, String date, DoubleConsumer done) {
        Map<Samples.Key, List<Sample>> samples = Samples.of(results);
        Starts starts = Starts.of(known);
        Calibration general = starts.general();
        double fits = 1 + Validation.fits(samples);
        int[] made = {0};
        Runnable fitted = () -> done.accept(++made[0] / fits);
        Map<Samples.Key, Calibration> all = Calibrator.fit(starts, samples, date);
        fitted.run();
        Map<String, List<Validation.Checked>> schemes = new LinkedHashMap<>();
        schemes.put("fitted", Validation.by(all, general, samples));
        schemes.put("groups", Validation.byGroup(starts, samples, fitted));
        schemes.put("sources", Validation.bySource(starts, samples, fitted));
        schemes.put("general", Validation.by(Map.of(), general, samples));
        Residue residue = new Residue(
                general,
                schemes.getOrDefault("groups", List.of()),
                schemes.getOrDefault("sources", List.of()),
                schemes.getOrDefault("general", List.of()),
                Samples.memory(results));
        return new Recalibration(residue.attached(all), schemes);
    }
}
