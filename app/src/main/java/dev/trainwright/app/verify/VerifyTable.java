package dev.trainwright.app.verify;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Table;
import dev.trainwright.quantity.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** Several jobs, forecast beside measurement: a line each, the terms of each, and how far off the forecasts were. */
public final class VerifyTable {
    /**
     * A job.
     *
     * @param name of its file
     * @param verified what came of it, null where it was not run
     * @param skipped why it was not
     */
    public record Entry(
            String name,
            @Nullable Verified verified,
            @Nullable String skipped) {}

    private record Line(Entry entry, @Nullable Double lossDifference) {}

    private record TermLine(String job, VerifyReport.Row row) {}

    private record Summary(List<Verified> run) {
        double median(ToDoubleFunction<Verified> error) {
            return Median.withDefaults().evaluate(absolute(error));
        }

        double worst(ToDoubleFunction<Verified> error) {
            double most = 0;
            for (double value : absolute(error)) {
                most = Math.max(most, value);
            }
            return most;
        }

        private double[] absolute(ToDoubleFunction<Verified> error) {
            return run.stream().mapToDouble(error).map(Math::abs).toArray();
        }
    }

    private static final List<Metric<Line>> JOBS = List.of(
            Metric.text("job", "job", line -> line.entry.name()),
            Metric.number(
                    "ranks", "ranks", VerifyReport::whole, of(v -> v.expected().ranks())),
            Metric.of(
                    "forecastSeconds",
                    "forecast",
                    Dimension.SECONDS,
                    of(v -> v.expected().seconds())),
            Metric.of("lowSeconds", "from", Dimension.SECONDS, of(v -> {
                var interval = v.expected().interval();
                return interval == null ? null : interval.low();
            })),
            Metric.of("highSeconds", "to", Dimension.SECONDS, of(v -> {
                var interval = v.expected().interval();
                return interval == null ? null : interval.high();
            })),
            Metric.of(
                    "measuredSeconds",
                    "measured",
                    Dimension.SECONDS,
                    of(v -> v.measured().seconds())),
            Metric.number("error", "error", VerifyReport::percent, of(Verified::timeError)),
            Metric.flag(
                    "quiet",
                    "quiet",
                    line -> line.entry.verified() == null
                            ? null
                            : line.entry.verified().measured().quiet()),
            Metric.of(
                    "forecastBytes",
                    "memory forecast",
                    Dimension.BYTES,
                    of(v -> v.expected().residentBytes())),
            Metric.of(
                    "measuredBytes",
                    "measured",
                    Dimension.BYTES,
                    of(v -> v.measured().fullest().peakBytes())),
            Metric.number("memoryError", "error", VerifyReport::percent, of(Verified::memoryError)),
            Metric.of(
                    "limitBytes", "limit", Dimension.BYTES, of(v -> v.expected().limitBytes())),
            Metric.flag(
                    "fitsForecast",
                    "fits by forecast",
                    line -> line.entry.verified() == null
                            ? null
                            : line.entry.verified().expected().fits()),
            Metric.flag(
                    "fitsMeasured",
                    "by measurement",
                    line -> line.entry.verified() == null
                            ? null
                            : line.entry.verified().fitted()),
            Metric.number(
                    "lossDifference", "loss off by", v -> String.format(Locale.ROOT, "%.1e", v), Line::lossDifference),
            Metric.number("meanStaleness", "staleness", v -> String.format(Locale.ROOT, "%.2f", v), of(v -> {
                var staleness = v.measured().staleness();
                return staleness == null ? null : staleness.mean();
            })),
            Metric.text("skipped", "not run", line -> line.entry.skipped()));

    private static final List<Metric<TermLine>> TERMS = List.of(
            Metric.text("job", "job", TermLine::job),
            Metric.text("term", "term", line -> line.row.term()),
            Metric.of("forecastSeconds", "forecast", Dimension.SECONDS, line -> line.row.forecast()),
            Metric.of("measuredSeconds", "measured", Dimension.SECONDS, line -> line.row.measured()),
            Metric.number("error", "error", VerifyReport::percent, line -> line.row.error()));

    private static final List<Metric<Summary>> SUMMARY = List.of(
            Metric.number("jobs", "jobs run", VerifyReport::whole, s -> s.run.size()),
            Metric.number(
                    "timeMedianError",
                    "iteration time, median error",
                    VerifyReport::percent,
                    s -> s.median(Verified::timeError)),
            Metric.number(
                    "timeWorstError",
                    "iteration time, worst",
                    VerifyReport::percent,
                    s -> s.worst(Verified::timeError)),
            Metric.number(
                    "memoryMedianError",
                    "peak memory, median error",
                    VerifyReport::percent,
                    s -> s.median(Verified::memoryError)),
            Metric.number(
                    "memoryWorstError",
                    "peak memory, worst",
                    VerifyReport::percent,
                    s -> s.worst(Verified::memoryError)));

    private VerifyTable() {}

    /** The comparison of all. */
    public static Report of(List<Entry> entries) {
        List<Verified> run = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        List<TermLine> terms = new ArrayList<>();
        for (Entry entry : entries) {
            Verified verified = entry.verified();
            lines.add(new Line(entry, verified == null ? null : lossDifference(verified, run)));
            if (verified != null) {
                run.add(verified);
                VerifyReport.rows(verified).forEach(row -> terms.add(new TermLine(entry.name(), row)));
            }
        }
        Report report = Report.of(
                new Table<>("jobs", "Jobs", lines, JOBS),
                new Table<>("terms", "By term, mean of the ranks that pace", terms, TERMS));
        return run.isEmpty() ? report : report.and(new Facts<>("summary", "All", new Summary(run), SUMMARY));
    }

    /** From the first run of the same workload. */
    private static @Nullable Double lossDifference(Verified one, List<Verified> before) {
        for (Verified other : before) {
            Double difference = one.lossDifference(other);
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static Function<Line, @Nullable Number> of(Function<Verified, @Nullable Number> value) {
        return line -> line.entry.verified() == null ? null : value.apply(line.entry.verified());
    }
}
