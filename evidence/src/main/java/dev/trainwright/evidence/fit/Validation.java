package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Forecasts of runs by calibrations that were fitted without them. */
public final class Validation {
    private static final int FOLDS = 5;

    /**
     * A run and its forecast.
     *
     * @param key the calibration that forecast it
     * @param ratio measured over forecast time
     */
    public record Checked(Samples.Key key, Sample sample, double ratio) {
        /** Forecast over measured, less 1. */
        public double error() {
            return 1 / ratio - 1;
        }
    }

    private Validation() {}

    /** All runs, by {@code fitted}. */
    public static List<Checked> by(
            Map<Samples.Key, Calibration> fitted, Calibration general, Map<Samples.Key, List<Sample>> samples) {
        List<Checked> checked = new ArrayList<>();
        samples.forEach((key, runs) -> {
            Calibration calibration = Calibrator.select(fitted, key, general);
            runs.forEach(run -> checked.add(new Checked(key, run, run.seconds() / run.forecast(calibration))));
        });
        return checked;
    }

    /** Groups of runs (one model on so many devices in one file) held out, a fifth of them at a time; {@code fitted} is told of every fit. */
    public static List<Checked> byGroup(Starts starts, Map<Samples.Key, List<Sample>> samples, Runnable fitted) {
        return heldOut(starts, samples, Validation::fold, fitted);
    }

    /** Whole sources held out, one at a time; {@code fitted} is told of every fit. */
    public static List<Checked> bySource(Starts starts, Map<Samples.Key, List<Sample>> samples, Runnable fitted) {
        return heldOut(starts, samples, Sample::source, fitted);
    }

    private static List<Checked> heldOut(
            Starts starts, Map<Samples.Key, List<Sample>> samples, Function<Sample, String> part, Runnable fitted) {
        List<Checked> checked = new ArrayList<>();
        for (String name : parts(samples, part)) {
            Predicate<Sample> out = run -> part.apply(run).equals(name);
            Map<Samples.Key, List<Sample>> held = only(samples, out);
            Set<String> families =
                    held.keySet().stream().map(Samples.Key::family).collect(Collectors.toSet());
            Map<Samples.Key, List<Sample>> rest = only(samples, out.negate());
            rest.keySet().removeIf(key -> !families.contains(key.family()));
            checked.addAll(by(Calibrator.fit(starts, rest, ""), starts.general(), held));
            fitted.run();
        }
        return checked;
    }

    /** Fits that {@link #byGroup} and {@link #bySource} take together. */
    public static int fits(Map<Samples.Key, List<Sample>> samples) {
        return parts(samples, Validation::fold).size()
                + parts(samples, Sample::source).size();
    }

    private static String fold(Sample run) {
        return String.valueOf(Math.floorMod(run.group().hashCode(), FOLDS));
    }

    private static Set<String> parts(Map<Samples.Key, List<Sample>> samples, Function<Sample, String> part) {
        Set<String> parts = new TreeSet<>();
        samples.values().forEach(runs -> runs.forEach(run -> parts.add(part.apply(run))));
        return parts;
    }

    private static Map<Samples.Key, List<Sample>> only(Map<Samples.Key, List<Sample>> samples, Predicate<Sample> used) {
        Map<Samples.Key, List<Sample>> some = new LinkedHashMap<>();
        samples.forEach((key, runs) -> {
            List<Sample> left = runs.stream().filter(used).toList();
            if (!left.isEmpty()) {
                some.put(key, left);
            }
        });
        return some;
    }
}
