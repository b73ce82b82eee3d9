package dev.trainwright.evidence.fit;

import dev.trainwright.evidence.score.Outcome;
import dev.trainwright.evidence.score.Results;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measured runs to fit on, by the calibration that forecasts them. */
public final class Samples {
    /**
     * What one calibration is for.
     *
     * @param accelerator id in the catalogue
     * @param family software family
     */
    public record Key(String accelerator, String family) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::family).thenComparing(Key::accelerator);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private Samples() {}

    /** All timed runs among {@code results} whose model is known by more than its size. */
    public static Map<Key, List<Sample>> of(Results results) {
        Map<Key, List<Sample>> samples = new TreeMap<>();
        results.outcomes().forEach((file, outcomes) -> {
            for (Outcome outcome : outcomes) {
                if (outcome instanceof Outcome.Forecasted row
                        && row.measuredSeconds() != null
                        && !row.planned().inferred()
                        && !row.row().measured().outOfMemory()) {
                    samples.computeIfAbsent(key(row), k -> new ArrayList<>()).add(sample(file, row));
                }
            }
        });
        return samples;
    }

    /** Measured over forecast peak memory of the runs among {@code results}. */
    public static Map<Key, List<Double>> memory(Results results) {
        Map<Key, List<Double>> ratios = new TreeMap<>();
        results.outcomes()
                .values()
                .forEach(outcomes -> outcomes.forEach(outcome -> {
                    if (outcome instanceof Outcome.Forecasted row
                            && !row.row().measured().outOfMemory()) {
                        Double gib = row.row().measured().peakMemoryGib();
                        if (gib != null) {
                            ratios.computeIfAbsent(key(row), k -> new ArrayList<>())
                                    .add(gib * 0x1p30 / row.bytes());
                        }
                    }
                }));
        return ratios;
    }

    private static Key key(Outcome.Forecasted row) {
        return new Key(
                row.planned()
                        .job()
                        .cluster()
                        .pools()
                        .get(0)
                        .type()
                        .accelerator()
                        .id(),
                row.planned().family());
    }

    private static Sample sample(String file, Outcome.Forecasted row) {
        var job = row.planned().job();
        String group =
                file + "|" + job.workload().model().name() + "|" + job.cluster().devices();
        Double seconds = row.measuredSeconds();
        return new Sample(file, group, row.planned(), seconds == null ? Double.NaN : seconds);
    }
}
