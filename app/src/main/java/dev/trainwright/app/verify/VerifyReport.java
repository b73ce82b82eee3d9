package dev.trainwright.app.verify;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.quantity.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Forecast beside measurement, term by term. */
public final class VerifyReport {
    private record Row(String term, double forecast, double measured) {
        @Nullable
        Double error() {
            return measured == 0 ? null : forecast / measured - 1;
        }
    }

    private record Iteration(double forecast, double measured, Forecast.@Nullable Interval interval) {}

    private record Memory(double forecast, double measured) {}

    private static final List<Metric<Row>> TERMS = List.of(
            Metric.text("term", "term", Row::term),
            Metric.of("forecastSeconds", "forecast", Dimension.SECONDS, Row::forecast),
            Metric.of("measuredSeconds", "measured", Dimension.SECONDS, Row::measured),
            Metric.number("error", "error", VerifyReport::percent, Row::error));

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
            Metric.of("forecastBytes", "forecast", Dimension.BYTES, Memory::forecast),
            Metric.of("measuredBytes", "measured, resident peak of rank 0", Dimension.BYTES, Memory::measured));

    private record World(int ranks, int cores, int steps) {}

    private static final List<Metric<World>> WORLD = List.of(
            Metric.number("world", "ranks", VerifyReport::whole, World::ranks),
            Metric.number("cores", "cores of this machine", VerifyReport::whole, World::cores),
            Metric.number("steps", "steps measured", VerifyReport::whole, World::steps));

    private VerifyReport() {}

    /** The comparison; {@code cores} are those that the ranks shared. */
    public static Report of(Forecast forecast, Measured measured, int cores) {
        int ranks = forecast.layout().devices();
        List<Row> rows = new ArrayList<>();
        for (Term term : Term.values()) {
            Row row = new Row(
                    term.label(),
                    forecast.terms().getOrDefault(term, 0.0),
                    measured.terms().getOrDefault(term, 0.0));
            if (row.forecast() != 0 || row.measured() != 0) {
                rows.add(row);
            }
        }
        Report report = Report.of(
                new Facts<>(
                        "iteration",
                        "Time of one iteration",
                        new Iteration(forecast.iterationSeconds(), measured.seconds(), forecast.iteration()),
                        ITERATION),
                new Table<>("terms", "By term, as rank 0 measured it", rows, TERMS),
                new Facts<>(
                        "memory",
                        "Memory of one process",
                        new Memory(forecast.memory().residentBytes(), measured.peakBytes()),
                        MEMORY),
                new Facts<>("", "The run", new World(ranks, cores, measured.steps()), WORLD));
        return ranks <= cores
                ? report
                : report.and(new Sentence(
                        "shared",
                        ranks + " ranks shared " + cores
                                + " cores, and the forecast is for a device each: expect the measured iteration to be about "
                                + whole(Math.ceil((double) ranks / cores)) + " times as long"));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }

    private static String whole(double value) {
        return String.valueOf(Math.round(value));
    }
}
