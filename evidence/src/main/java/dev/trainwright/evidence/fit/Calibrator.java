package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Fits one calibration for each accelerator and software family that was measured, and one for each family that stands in for accelerators that were not. The
 * family's is fitted to all its runs and starts from general figures; an accelerator's is fitted to its own and starts from the family's.
 */
public final class Calibrator {
    /** Stands for every accelerator without a calibration of its own. */
    public static final String ANY = "any";
    /** A single accelerator's constants need at least so many runs. */
    public static final int FEWEST = 5;

    private Calibrator() {}

    /** Calibrations of all keys of {@code samples} and of their families. */
    public static Map<Samples.Key, Calibration> fit(
            Starts starts, Map<Samples.Key, List<Sample>> samples, String date) {
        Map<String, List<Sample>> families = new LinkedHashMap<>();
        samples.forEach((key, runs) ->
                families.computeIfAbsent(key.family(), f -> new ArrayList<>()).addAll(runs));
        Map<Samples.Key, Calibration> fitted = new LinkedHashMap<>();
        families.forEach((family, runs) -> {
            Calibration pooled =
                    Fit.search(named(starts, starts.general(), family, family, provenance(runs, date, true)), runs);
            fitted.put(new Samples.Key(ANY, family), pooled);
            samples.forEach((key, own) -> {
                if (key.family().equals(family) && own.size() >= FEWEST) {
                    String id = key.accelerator() + "-" + family;
                    fitted.put(key, Fit.refine(named(starts, pooled, id, family, provenance(own, date, false)), own));
                }
            });
        });
        return fitted;
    }

    /** The calibration that serves {@code key}: its own, else its family's, else {@code general}. */
    public static Calibration select(Map<Samples.Key, Calibration> fitted, Samples.Key key, Calibration general) {
        Calibration family = fitted.getOrDefault(new Samples.Key(ANY, key.family()), general);
        return fitted.getOrDefault(key, family);
    }

    private static Calibration named(
            Starts starts, Calibration c, String id, String family, Calibration.Provenance provenance) {
        Calibration counted = starts.counted(id, c);
        return new Calibration(
                id, family, c.compute(), c.network(), counted.memory(), counted.engine(), null, provenance);
    }

    private static Calibration.Provenance provenance(List<Sample> runs, String date, boolean extrapolated) {
        String sources = runs.stream().map(Sample::source).distinct().sorted().collect(Collectors.joining(", "));
        String text = "fitted to " + runs.size() + " published runs: " + sources;
        return new Calibration.Provenance(text, date, extrapolated);
    }
}
