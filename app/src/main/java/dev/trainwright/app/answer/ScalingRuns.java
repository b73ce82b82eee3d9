package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The same training measured on two or more numbers of devices: what each is worth over the fewest, the time that does not shrink
 * as it should, and the link that would explain it.
 *
 * @param unit of the rates, such as {@code samples/s}; empty where times were measured
 * @param runs fewest devices first
 * @param ring what the devices exchange, over a link to hold it against; null where unknown
 * @param gradientBytes that a ring all-reduces; null where unknown
 */
public record ScalingRuns(
        String unit,
        List<Measured> runs,
        @Nullable Double gradientBytes,
        @Nullable Ring ring) {
    /** Runs of the same work differ by so much: 9.3 and 9.5 samples/s in NVIDIA/cosmos-framework#161. */
    private static final double NOISE = 0.02;

    public ScalingRuns {
        runs = runs.stream().sorted(Comparator.comparingLong(Measured::devices)).toList();
    }

    /**
     * One run.
     *
     * @param throughput of all devices together, in one unit for all runs
     * @param seconds of an iteration, or of the whole job; null where only the rate is known
     */
    public record Measured(
            long devices, double throughput, @Nullable Double seconds) {
        double perDevice() {
            return throughput / devices;
        }
    }

    private record Row(
            Measured run,
            double speedup,
            double efficiency,
            @Nullable Double gain,
            @Nullable Double exposedSeconds,
            @Nullable Double linkBytesPerSecond) {}

    /** Runs of which each device does more than one of the smallest run, by more than runs differ. */
    public List<Measured> aboveIdeal() {
        double limit = (1 + NOISE) * runs.get(0).perDevice();
        return runs.stream().filter(run -> run.perDevice() > limit).toList();
    }

    /** The answer. */
    public Report report() {
        List<Row> rows = rows();
        List<Part> parts = new ArrayList<>();
        parts.add(new Sentence("answer", sentence(rows)));
        parts.add(new Hidden("answerable", true));
        parts.add(new Table<>("measured", "Measured", rows, metrics()));
        Row last = rows.get(rows.size() - 1);
        if (ring != null && last.exposedSeconds() != null) {
            LinkCheck check =
                    LinkCheck.of(ring, last.exposedSeconds(), last.run().devices());
            parts.add(new Facts<>("link", "Against the link, with the most devices", check, LinkCheck.METRICS));
        }
        parts.add(new Steps("steps", "Steps", steps(last)));
        return new Report(parts);
    }

    private List<Row> rows() {
        Measured first = runs.get(0);
        List<Row> rows = new ArrayList<>();
        for (Measured run : runs) {
            double speedup = run.throughput() / first.throughput();
            double efficiency = run.perDevice() / first.perDevice();
            Double exposed = run.devices() == first.devices() || run.seconds() == null
                    ? null
                    : Double.valueOf(Math.max(0, run.seconds() * (1 - efficiency)));
            rows.add(new Row(
                    run,
                    speedup,
                    efficiency,
                    rows.isEmpty()
                            ? null
                            : run.throughput() / rows.get(rows.size() - 1).run().throughput(),
                    exposed,
                    exposed == null || exposed == 0 || gradientBytes == null
                            ? null
                            : Ring.sentBytes(gradientBytes, run.devices()) / exposed));
        }
        return rows;
    }

    private List<Metric<Row>> metrics() {
        boolean timed = unit.isEmpty();
        return List.of(
                Metric.of(
                        "devices", "devices", Dimension.COUNT, row -> row.run().devices()),
                Metric.number(
                        "rate",
                        "together",
                        this::rate,
                        row -> timed ? null : row.run().throughput()),
                Metric.number(
                        "ratePerDevice",
                        "of each",
                        this::rate,
                        row -> timed ? null : row.run().perDevice()),
                Metric.of("seconds", "time", Dimension.SECONDS, row -> row.run().seconds()),
                Metric.of("speedup", "speedup", Dimension.FACTOR, Row::speedup),
                Metric.of("efficiency", "efficiency", Dimension.RATIO, Row::efficiency),
                Metric.of("gain", "gain", Dimension.FACTOR, Row::gain),
                Metric.of("exposedSeconds", "exposed sync", Dimension.SECONDS, Row::exposedSeconds),
                Metric.of("linkBytesPerSecond", "ring's links", Dimension.BYTES_PER_SECOND, Row::linkBytesPerSecond));
    }

    private String rate(double rate) {
        return Prints.number(rate) + " " + unit;
    }

    private String sentence(List<Row> rows) {
        Row first = rows.get(0);
        String each = rows.stream()
                .skip(1)
                .map(row -> "%,d devices are %s times as fast as %,d (efficiency %s%s)."
                        .formatted(
                                row.run().devices(),
                                factor(row.speedup()),
                                first.run().devices(),
                                Prints.full(Dimension.RATIO, row.efficiency()),
                                row.exposedSeconds() == null
                                        ? ""
                                        : ", %s exposed"
                                                .formatted(Prints.full(Dimension.SECONDS, row.exposedSeconds()))))
                .collect(Collectors.joining(" "));
        return each + verdict(rows);
    }

    private String verdict(List<Row> rows) {
        Row best = rows.stream().max(Comparator.comparingDouble(Row::speedup)).orElseThrow();
        Row last = rows.get(rows.size() - 1);
        return best.run().devices() == last.run().devices()
                ? ""
                : (" The total falls from %,d devices to %,d: every one added beyond takes more than it gives. Use %,d, and measure"
                                + " the link that joins the others.")
                        .formatted(
                                best.run().devices(),
                                last.run().devices(),
                                best.run().devices());
    }

    private List<Step> steps(Row last) {
        Measured first = runs.get(0);
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(
                "Efficiency of %,d".formatted(last.run().devices()),
                "%s / (%,d / %,d)".formatted(factor(last.speedup()), last.run().devices(), first.devices()),
                last.efficiency(),
                Dimension.RATIO,
                "so many times the devices of the smallest run should be as many times as fast"));
        if (last.exposedSeconds() != null) {
            double seconds = Objects.requireNonNull(last.run().seconds());
            steps.add(new Step(
                    "Exposed synchronisation",
                    "%s x (1 - %s)"
                            .formatted(
                                    Prints.full(Dimension.SECONDS, seconds),
                                    Prints.full(Dimension.RATIO, last.efficiency())),
                    last.exposedSeconds(),
                    Dimension.SECONDS,
                    "what is beyond the ideal time; whatever the smallest run itself waits for is not in it"));
        }
        if (last.linkBytesPerSecond() != null && gradientBytes != null) {
            steps.add(new Step(
                    "Links of the ring",
                    "2 x %d/%d x %s / %s"
                            .formatted(
                                    last.run().devices() - 1,
                                    last.run().devices(),
                                    Prints.full(Dimension.BYTES, gradientBytes),
                                    Prints.full(Dimension.SECONDS, Objects.requireNonNull(last.exposedSeconds()))),
                    last.linkBytesPerSecond(),
                    Dimension.BYTES_PER_SECOND,
                    "the rate of a port with which a flat ring all-reduce takes that time: 8 bits are a byte"));
        }
        return steps;
    }

    private static String factor(double factor) {
        return Prints.full(Dimension.FACTOR, factor);
    }
}
