package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What calibrations leave unexplained. The intervals of an accelerator's calibration come from groups of its runs held out; those of a family's, which stands in for
 * accelerators that were not measured, from whole sources held out; those of the general one from all runs. Fewer than {@value #FEWEST} runs borrow their family's,
 * then everybody's.
 *
 * @param general the calibration of last resort
 * @param byGroup runs held out by group
 * @param bySource runs held out by source
 * @param unfitted runs forecast by {@code general}
 * @param memory measured over forecast memory, by calibration
 */
public record Residue(
        Calibration general,
        List<Validation.Checked> byGroup,
        List<Validation.Checked> bySource,
        List<Validation.Checked> unfitted,
        Map<Samples.Key, List<Double>> memory) {
    private static final int FEWEST = 20;

    /** {@code fitted} and {@link #general} with their intervals. */
    public Map<Samples.Key, Calibration> attached(Map<Samples.Key, Calibration> fitted) {
        Map<Samples.Key, Calibration> all = new LinkedHashMap<>();
        fitted.forEach((key, calibration) -> {
            boolean own = !key.accelerator().equals(Calibrator.ANY);
            List<Validation.Checked> runs = own ? byGroup : bySource;
            List<Double> time = time(runs, k -> own && k.equals(key));
            if (time.size() < FEWEST) {
                time = time(runs, k -> k.family().equals(key.family()));
            }
            all.put(key, calibration.with(Intervals.of(time, memory(key))));
        });
        Samples.Key any = new Samples.Key(Calibrator.ANY, Calibrator.ANY);
        all.put(any, general.with(Intervals.of(time(unfitted, k -> true), memory(any))));
        return all;
    }

    private static List<Double> time(List<Validation.Checked> runs, Predicate<Samples.Key> which) {
        return runs.stream()
                .filter(run -> which.test(run.key()))
                .map(Validation.Checked::ratio)
                .toList();
    }

    private List<Double> memory(Samples.Key key) {
        List<Double> own = memory.getOrDefault(key, List.of());
        List<Double> family = memory(k -> k.family().equals(key.family()));
        if (own.size() >= FEWEST) {
            return own;
        }
        return family.size() >= FEWEST ? family : memory(k -> true);
    }

    private List<Double> memory(Predicate<Samples.Key> which) {
        return memory.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }
}
