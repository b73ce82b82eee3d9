package dev.trainwright.evidence.report;

import dev.trainwright.evidence.score.Outcome;
import dev.trainwright.layout.Layout;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The rows whose forecasts miss the most, each with its breakdown. */
public final class WorstRows {
    private WorstRows() {}

    /** The {@code count} worst of {@code outcomes} by iteration time. */
    public static String text(List<Outcome> outcomes, int count) {
        return outcomes.stream()
                .filter(Outcome.Forecasted.class::isInstance)
                .map(Outcome.Forecasted.class::cast)
                .filter(row -> row.measuredSeconds() != null)
                .sorted(Comparator.comparingDouble(row -> -Math.abs(row.timeError())))
                .limit(count)
                .map(WorstRows::row)
                .collect(Collectors.joining());
    }

    private static String row(Outcome.Forecasted row) {
        var job = row.planned().job();
        Double measured = row.measuredSeconds();
        String terms = row.predicted().terms().entrySet().stream()
                .filter(term -> term.getValue() > 0)
                .map(term -> term.getKey() + " " + seconds(term.getValue()))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%s  %+.1f %%  forecast %s, measured %s%n  %s on %d x %s, %s, batch %d, sequence %d%n  %s%n",
                row.row().id(),
                100 * row.timeError(),
                seconds(row.seconds()),
                measured == null ? "" : seconds(measured),
                job.workload().model().name(),
                job.cluster().devices(),
                job.cluster().pools().get(0).type().accelerator().id(),
                job.layout() == null ? "" : degrees(job.layout()),
                row.planned().batch(),
                job.workload().sequence(),
                terms);
    }

    /** {@code dp8 tp4 pp2 micro-batch 2 full recompute ZeRO-1}, what is 1 or none left out. */
    static String degrees(Layout layout) {
        StringBuilder text = new StringBuilder("dp" + layout.dp());
        append(text, " tp", layout.tp());
        append(text, " pp", layout.pp());
        append(text, " cp", layout.cp());
        append(text, " ep", layout.ep());
        append(text, " v", layout.virtualStages());
        return text + " micro-batch " + layout.microBatch() + ", recompute "
                + layout.recompute().name().toLowerCase(Locale.ROOT) + ", "
                + layout.zero().name().toLowerCase(Locale.ROOT);
    }

    private static void append(StringBuilder text, String name, int degree) {
        if (degree > 1) {
            text.append(name).append(degree);
        }
    }

    private static String seconds(double seconds) {
        return seconds < 1
                ? String.format(Locale.ROOT, "%.2f ms", 1e3 * seconds)
                : String.format(Locale.ROOT, "%.3f s", seconds);
    }
}
