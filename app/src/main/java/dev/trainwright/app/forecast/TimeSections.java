package dev.trainwright.app.forecast;

import static dev.trainwright.quantity.Dimension.COUNT;
import static dev.trainwright.quantity.Dimension.FACTOR;
import static dev.trainwright.quantity.Dimension.FLOP_PER_SECOND;
import static dev.trainwright.quantity.Dimension.RATIO;
import static dev.trainwright.quantity.Dimension.SAMPLES_PER_SECOND;
import static dev.trainwright.quantity.Dimension.SECONDS;
import static dev.trainwright.quantity.Dimension.TOKENS_PER_SECOND;

import dev.trainwright.app.report.Bars;
import dev.trainwright.app.report.Breakdown;
import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Section;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecast.Point;
import dev.trainwright.forecast.Forecast.Scaling;
import dev.trainwright.forecast.Forecast.Throughput;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Time of an iteration by term, the rates that follow, and how they scale. */
final class TimeSections {
    private static final List<Metric<Forecast>> ITERATION = List.of(
            Estimates.of("seconds", "", SECONDS, Forecast::iterationSeconds),
            Estimates.range("interval", "", SECONDS, Forecast::iteration));
    private static final List<Metric<Throughput>> THROUGHPUT = List.of(
            Estimates.of("samplesPerSecond", "samples", SAMPLES_PER_SECOND, Throughput::samplesPerSecond),
            Estimates.of("tokensPerSecond", "tokens", TOKENS_PER_SECOND, Throughput::tokensPerSecond),
            Estimates.of(
                    "modelFlopsPerDevice",
                    "model FLOP/s of a device",
                    FLOP_PER_SECOND,
                    Throughput::modelFlopsPerDevice),
            Estimates.of("mfu", "MFU, attention counted in full", RATIO, Throughput::mfu),
            Estimates.of("hfu", "HFU, with what is computed again", RATIO, Throughput::hfu),
            Estimates.of("globalBatch", "samples of an iteration", COUNT, Throughput::globalBatch),
            Estimates.of("microBatches", "micro-batches of a replica", COUNT, Throughput::microBatches),
            Estimates.of("bubbleShare", "bubble, of the pipeline's wall time", RATIO, Throughput::bubbleShare));
    private static final List<Metric<Scaling>> RATIOS = List.of(
            Estimates.of("speedup", "speedup", FACTOR, Scaling::speedup),
            Estimates.of("efficiency", "efficiency", RATIO, Scaling::efficiency));
    private static final List<Metric<Scaling>> SCALING = List.of(
            Estimates.of("baselineSeconds", "one device's iteration", SECONDS, Scaling::baselineSeconds),
            Metric.flag("baselineFits", "one device could hold it", Scaling::baselineFits),
            Estimates.of("ceiling", "ceiling of the speedup", FACTOR, Scaling::ceiling),
            Estimates.of("bestDevices", "fastest of the curve, devices", COUNT, Scaling::bestDevices));
    private static final List<Metric<Scaling>> SHOWN =
            Stream.concat(RATIOS.stream(), SCALING.stream()).toList();
    private static final List<Metric<Point>> CURVE = List.of(
            Estimates.of("devices", "devices", COUNT, Point::devices),
            Estimates.of("seconds", "iteration", SECONDS, Point::seconds),
            Estimates.of("speedup", "speedup", FACTOR, Point::speedup));

    private TimeSections() {}

    static Part iteration(Forecast forecast) {
        List<Breakdown.Item> terms = Arrays.stream(Term.values())
                .map(term -> new Breakdown.Item(
                        term.key(), term.label(), forecast.terms().getOrDefault(term, 0.0)))
                .toList();
        return new Section(
                "iteration",
                "Time of one iteration",
                Report.of(
                        TextAndJson.jsonOnly(new Facts<>("", "", forecast, ITERATION)),
                        new Breakdown("terms", "", Breakdown.units(SECONDS, "us", "ms", "s"), terms)));
    }

    static Part throughput(Forecast forecast) {
        return new Facts<>("throughput", "Throughput", forecast.throughput(), THROUGHPUT);
    }

    static Part ratios(Forecast forecast) {
        return TextAndJson.jsonOnly(new Facts<>("", "", forecast.scaling(), RATIOS));
    }

    static Part scaling(Forecast forecast) {
        Scaling scaling = forecast.scaling();
        return new Section(
                "scaling",
                "Scaling",
                Report.of(
                        new TextAndJson(new Facts<>("", "", scaling, SHOWN), new Facts<>("", "", scaling, SCALING)),
                        new TextAndJson(
                                new Bars<>(
                                        "Speedup by devices, data parallelism scaled and the rest kept",
                                        scaling.curve(),
                                        CURVE.get(0),
                                        Point::speedup,
                                        CURVE.get(2)),
                                new Table<>("curve", "", scaling.curve(), CURVE))));
    }
}
