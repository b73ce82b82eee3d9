package dev.trainwright.app.verify;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.quantity.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Forecast beside measurement: the iteration, its terms, each rank, memory. */
public final class VerifyReport {
    /** A term, forecast and measured. */
    record Row(String term, double forecast, double measured) {
        @Nullable
        Double error() {
            return measured == 0 ? null : forecast / measured - 1;
        }
    }

    private record Iteration(double forecast, double measured, Forecast.@Nullable Interval interval) {}

    private record Memory(Verified verified) {}

    private record World(int ranks, int cores, Measured measured) {}

    private static final List<Metric<Row>> TERMS = List.of(
            Metric.text("term", "term", Row::term),
            Metric.of("forecastSeconds", "forecast", Dimension.SECONDS, Row::forecast),
            Metric.of("measuredSeconds", "measured", Dimension.SECONDS, Row::measured),
            Metric.number("error", "error", VerifyReport::percent, Row::error));

    private static final List<Metric<Measured.Rank>> RANKS = List.of(
            Metric.number("rank", "rank", VerifyReport::whole, Measured.Rank::rank),
            Metric.of("iterationSeconds", "iteration", Dimension.SECONDS, Measured.Rank::seconds),
            group("compute"),
            group("communication"),
            group("bubble"),
            group("straggler"),
            group("optimizer"),
            group("input"),
            Metric.of("otherSeconds", "other", Dimension.SECONDS, Measured.Rank::otherSeconds),
            Metric.of("peakBytes", "peak memory", Dimension.BYTES, Measured.Rank::peakBytes));

    private static final List<Metric<Iteration>> ITERATION = List.of(
            Metric.of("forecastSeconds", "forecast", Dimension.SECONDS, Iteration::forecast),
            Metric.of(
                    "lowSeconds",
                    "90 % interval, from",
                    Dimension.SECONDS,
                    i -> i.interval == null ? null : i.interval.low()),
            Metric.of(
                    "highSeconds",
                    "90 % interval, to",
                    Dimension.SECONDS,
                    i -> i.interval == null ? null : i.interval.high()),
            Metric.of("measuredSeconds", "measured, median", Dimension.SECONDS, Iteration::measured),
            Metric.number("error", "error", VerifyReport::percent, i -> i.forecast / i.measured - 1));

    private static final List<Metric<Memory>> MEMORY = List.of(
            Metric.of(
                    "forecastBytes",
                    "forecast, the process with everything in it",
                    Dimension.BYTES,
                    m -> m.verified.expected().residentBytes()),
            Metric.of(
                    "measuredBytes",
                    "measured, largest resident set",
                    Dimension.BYTES,
                    m -> m.verified.measured().fullest().peakBytes()),
            Metric.number(
                    "worstRank",
                    "of rank",
                    VerifyReport::whole,
                    m -> m.verified.measured().fullest().rank()),
            Metric.number("error", "error", VerifyReport::percent, m -> m.verified.memoryError()),
            Metric.of(
                    "limitBytes",
                    "the job's device has",
                    Dimension.BYTES,
                    m -> m.verified.expected().limitBytes()),
            Metric.flag(
                    "fitsForecast",
                    "fits, by forecast",
                    m -> m.verified.expected().fits()),
            Metric.flag("fitsMeasured", "fits, as measured", m -> m.verified.fitted()));

    private static final List<Metric<Measured.Staleness>> STALENESS = List.of(
            Metric.number("updates", "updates of the server", VerifyReport::whole, Measured.Staleness::updates),
            Metric.number(
                    "mean",
                    "updates that a gradient missed, mean",
                    v -> String.format(Locale.ROOT, "%.2f", v),
                    Measured.Staleness::mean),
            Metric.number("most", "at most", VerifyReport::whole, Measured.Staleness::most));

    private static final List<Metric<World>> WORLD = List.of(
            Metric.number("world", "ranks", VerifyReport::whole, World::ranks),
            Metric.number("cores", "cores of this machine", VerifyReport::whole, World::cores),
            Metric.number("steps", "steps measured", VerifyReport::whole, w -> w.measured.steps()),
            Metric.number(
                    "disturbedSteps", "steps beside other work", VerifyReport::whole, w -> w.measured.disturbed()),
            Metric.flag("quiet", "measured on the undisturbed alone", w -> w.measured.quiet()));

    private VerifyReport() {}

    /** The comparison; {@code cores} are those that the ranks shared. */
    public static Report of(Verified verified, int cores) {
        Expected expected = verified.expected();
        Measured measured = verified.measured();
        int ranks = expected.ranks();
        Report report = Report.of(
                new Facts<>(
                        "iteration",
                        "Time of one iteration",
                        new Iteration(expected.seconds(), measured.seconds(), expected.interval()),
                        ITERATION),
                new Table<>("terms", "By term, mean of the ranks that pace", rows(verified), TERMS),
                new Table<>("ranks", "By rank, as measured", measured.ranks(), RANKS),
                new Facts<>("memory", "Memory of the fullest process", new Memory(verified), MEMORY),
                new Facts<>("", "The run", new World(ranks, cores, measured), WORLD));
        if (measured.staleness() != null) {
            report = report.and(new Facts<>("staleness", "Staleness", measured.staleness(), STALENESS));
        }
        if (!measured.quiet()) {
            report = report.and(TextAndJson.textOnly(new Sentence(
                    "", "Other work took processor time in too many steps: all were counted. Measure again.")));
        }
        return ranks <= cores
                ? report
                : report.and(TextAndJson.textOnly(
                        new Sentence("", ranks + " ranks shared " + cores + " cores, and their times show it.")));
    }

    /** Every term that is not 0 on both sides, and what no term holds. */
    static List<Row> rows(Verified verified) {
        Measured measured = verified.measured();
        int perStage =
                verified.expected().ranks() / verified.expected().layout().pp();
        List<Row> rows = new ArrayList<>();
        for (Term term : Term.values()) {
            Row row = new Row(
                    term.label(),
                    verified.expected().terms().getOrDefault(term, 0.0),
                    measured.seconds(term, perStage));
            if (row.forecast() != 0 || row.measured() != 0) {
                rows.add(row);
            }
        }
        rows.add(new Row("other", 0, measured.otherSeconds(perStage)));
        return rows;
    }

    private static Metric<Measured.Rank> group(String name) {
        return Metric.of(name + "Seconds", name, Dimension.SECONDS, rank -> rank.seconds(name));
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }

    static String whole(double value) {
        return String.valueOf(Math.round(value));
    }
}
