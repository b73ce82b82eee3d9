package dev.trainwright.evidence.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.row.OwnRows;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs made by known constants, which the fit does not see: it must forecast them, and others that it was not fitted to. */
class FitTest {
    private static final Samples.Key KEY = new Samples.Key("h100-sxm-80gb", "fsdp");

    @Test
    void findsConstantsThatForecastRunsMadeByOthers() {
        List<Sample> runs = made(truth());
        List<Sample> seen = every(runs, 0);
        List<Sample> unseen = every(runs, 1);
        Calibration start = Starts.of(Calibrations.builtIn()).general();

        Calibration fitted = Fit.search(start, seen);

        assertThat(median(unseen, start)).as("before").isGreaterThan(0.1);
        assertThat(median(seen, fitted)).isLessThan(0.01);
        assertThat(median(unseen, fitted)).isLessThan(0.015);
    }

    /** Of 999 ratios 1 to 999, split conformal prediction takes the 50th and the 950th: 0.05 and 0.95 of n + 1. */
    @Test
    void intervalsAreConformal() {
        List<Double> ranks =
                IntStream.rangeClosed(1, 999).mapToObj(i -> (double) i).toList();
        var residuals = Intervals.of(ranks, ranks);
        assertThat(residuals.timeLow()).isEqualTo(50);
        assertThat(residuals.timeHigh()).isEqualTo(950);
    }

    private static Calibration truth() {
        Calibration g = Starts.of(Calibrations.builtIn()).general();
        Calibration.Compute c = g.compute();
        return new Calibration(
                "truth",
                "fsdp",
                new Calibration.Compute(
                        0.6, 150, 90, 200, 0.35, 0.3, c.convolution(), 0.7, 2, c.kernelSeconds(), 15e-6, 0.03, 15e-3),
                new Calibration.Network(
                        0.7,
                        0.6,
                        25e-6,
                        g.network().transferSeconds(),
                        g.network().latencyFactor(),
                        0.7,
                        0.2),
                g.memory(),
                g.engine(),
                null,
                g.provenance());
    }

    private static List<Sample> made(Calibration truth) {
        var results = new Evidence(Catalogue.builtIn(), Calibrations.builtIn()).against(OwnRows.files(), List.of());
        Map<Samples.Key, List<Sample>> samples = Samples.of(results);
        return samples.getOrDefault(KEY, List.of()).stream()
                .map(s -> new Sample(s.source(), s.group(), s.planned(), s.forecast(truth)))
                .toList();
    }

    private static List<Sample> every(List<Sample> runs, int which) {
        return IntStream.range(0, runs.size())
                .filter(i -> i % 2 == which)
                .mapToObj(runs::get)
                .toList();
    }

    private static double median(List<Sample> runs, Calibration calibration) {
        double[] errors = runs.stream()
                .mapToDouble(s -> Math.abs(s.forecast(calibration) / s.seconds() - 1))
                .sorted()
                .toArray();
        return errors[errors.length / 2];
    }
}
