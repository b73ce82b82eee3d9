package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.StepProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions that the given figures do not answer: what is missing or contradicts, and what can be said all the same. */
public final class Unanswerable {
    private record Bound(
            long devices,
            @Nullable Double bestHours,
            @Nullable Double worstHours,
            double bestSpeedup) {}

    private static final List<Metric<Bound>> BOUNDS = List.of(
            Metric.of("devices", "devices", Dimension.COUNT, Bound::devices),
            Metric.of("bestSpeedup", "at best", Dimension.FACTOR, Bound::bestSpeedup),
            Metric.hours("bestHours", "at best", Bound::bestHours),
            Metric.hours("worstHours", "at worst", Bound::worstHours));

    private record Reading(String reading, double syncSeconds, long devices, double speedup) {}

    private static final List<Metric<Reading>> READINGS = List.of(
            Metric.text("reading", "reading", Reading::reading),
            Metric.of("syncSeconds", "sync", Dimension.SECONDS, Reading::syncSeconds),
            Metric.of("devices", "devices", Dimension.COUNT, Reading::devices),
            Metric.of("speedup", "speedup", Dimension.FACTOR, Reading::speedup));

    private Unanswerable() {}

    /** Compute or synchronisation is unknown; without them there is a best case only. */
    public static Report missing(List<String> missing, List<Long> devices, Economy economy) {
        List<Bound> bounds = devices.stream()
                .map(k -> new Bound(k, economy.hours(k), k == 1 ? economy.hours(1) : null, k))
                .toList();
        return unanswerable("This cannot be computed. What is missing:")
                .and(
                        new Text("missing", "", missing),
                        new Table<>("bounds", "What can be said", bounds, BOUNDS),
                        new Text(
                                "notes",
                                "",
                                List.of("The best case is free synchronisation. There is no worst case: with a slow"
                                        + " network several devices can take longer than one.")));
    }

    /** A measured step is not the sum of its parts. */
    public static Report contradiction(
            double stepSeconds, Setup setup, double syncSeconds, StepProfile profile, List<Long> devices) {
        double computeSeconds = setup.computeSeconds();
        List<Reading> readings = new ArrayList<>();
        for (long k : devices) {
            readings.add(
                    reading(setup, "nothing overlaps, and the step's time is wrong", computeSeconds, syncSeconds, k));
            if (profile instanceof StepProfile.Overlaps overlap) {
                readings.add(reading(setup, "they overlap", computeSeconds, overlap.exposedSyncSeconds(), k));
            } else if (profile instanceof StepProfile.Unaccounted rest) {
                readings.add(reading(
                        setup, "the rest is synchronisation", computeSeconds, syncSeconds + rest.gapSeconds(), k));
                readings.add(reading(
                        setup, "the rest is shared compute", computeSeconds + rest.gapSeconds(), syncSeconds, k));
            }
        }
        String sum = "%s of compute and %s of synchronisation are not a step of %s: "
                .formatted(seconds(computeSeconds), seconds(syncSeconds), seconds(stepSeconds));
        return unanswerable(sum + question(profile))
                .and(
                        new Facts<>(
                                "",
                                "",
                                profile,
                                List.of(Metric.of("gapSeconds", "gap", Dimension.SECONDS, Unanswerable::gap))),
                        new Table<>("readings", "What each reading would give", readings, READINGS));
    }

    private static String question(StepProfile profile) {
        if (profile instanceof StepProfile.Overlaps overlap) {
            return "either %s of them overlap, so that only %s of the synchronisation count, or a figure is wrong. Which?"
                    .formatted(seconds(overlap.gapSeconds()), seconds(overlap.exposedSyncSeconds()));
        }
        if (profile instanceof StepProfile.Unaccounted rest) {
            return "%s are neither. What takes them (input, optimizer, waiting)?".formatted(seconds(rest.gapSeconds()));
        }
        return "one part alone is longer than the step, so a figure is wrong. Which?";
    }

    private static @Nullable Double gap(StepProfile profile) {
        if (profile instanceof StepProfile.Overlaps overlap) {
            return overlap.gapSeconds();
        }
        return profile instanceof StepProfile.Unaccounted rest ? rest.gapSeconds() : null;
    }

    private static Reading reading(Setup setup, String words, double computeSeconds, double syncSeconds, long devices) {
        Setup read = Setup.constant(setup.scaling(), computeSeconds, syncSeconds, setup.economy());
        return new Reading(words, syncSeconds, devices, read.speedup(devices));
    }

    private static Report unanswerable(String words) {
        return Report.of(new Sentence("answer", words), new Hidden("answerable", false));
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}
