package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.SyncEstimate;
import dev.trainwright.workload.Batch.Scaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation itself: what a ring takes, and what a speedup on given devices allows.
 *
 * @param answered whether some of the devices can do what is asked
 */
public record SyncAnswer(boolean answered, Report report) {
    private record Sent(long devices, double bytes, double seconds) {}

    private static final List<Metric<Sent>> SENT = List.of(
            Metric.of("devices", "devices", Dimension.COUNT, Sent::devices),
            Metric.of("sentBytes", "sent by each", Dimension.BYTES, Sent::bytes),
            Metric.of("syncSeconds", "sync", Dimension.SECONDS, Sent::seconds));

    private record Need(
            long devices,
            double iterationSeconds,
            @Nullable Double syncSeconds,
            @Nullable Double bytesPerSecond) {}

    private static final List<Metric<Need>> NEEDS = List.of(
            Metric.of("devices", "devices", Dimension.COUNT, Need::devices),
            Metric.of("iterationSeconds", "iteration at most", Dimension.SECONDS, Need::iterationSeconds),
            Metric.of("syncSeconds", "sync at most", Dimension.SECONDS, Need::syncSeconds),
            Metric.of("linkBytesPerSecond", "link at least", Dimension.BYTES_PER_SECOND, Need::bytesPerSecond));

    /** The time of a ring all-reduce, where compute is not known. */
    public static SyncAnswer ofRing(Ring ring, List<Long> devices) {
        List<Sent> rows = devices.stream()
                .map(k -> new Sent(k, Ring.sentBytes(ring.bytes(), k), k == 1 ? 0 : ring.seconds(k)))
                .toList();
        return new SyncAnswer(
                true,
                Report.of(
                        new Sentence(
                                "answer",
                                rows.stream().map(SyncAnswer::sentence).collect(Collectors.joining(" "))),
                        new Table<>("ring", "Ring all-reduce", rows, SENT),
                        new Steps("steps", "Steps", steps(ring, rows)),
                        new Text(
                                "notes",
                                "",
                                List.of("What that does to the speedup depends on the compute of an iteration"
                                        + " (--compute)."))));
    }

    private static String sentence(Sent row) {
        return row.devices() == 1
                ? "1 device does not synchronise."
                : "%,d devices: synchronisation takes %s.".formatted(row.devices(), seconds(row.seconds()));
    }

    private static List<Step> steps(Ring ring, List<Sent> rows) {
        List<Step> steps = new ArrayList<>();
        for (Sent row : rows) {
            if (row.devices() > 1) {
                steps.add(new Step(
                        "Sent by each of %,d".formatted(row.devices()),
                        "2 x %d/%d x %s"
                                .formatted(
                                        row.devices() - 1, row.devices(), Prints.full(Dimension.BYTES, ring.bytes())),
                        row.bytes(),
                        Dimension.BYTES,
                        "a ring reduces in k - 1 parts and gathers in as many, each 1/k of the bytes"));
                steps.add(new Step(
                        "Synchronisation",
                        "%s / %s%s"
                                .formatted(
                                        Prints.full(Dimension.BYTES, row.bytes()),
                                        Prints.full(Dimension.BYTES_PER_SECOND, ring.bytesPerSecond()),
                                        ring.latencySeconds() == 0
                                                ? ""
                                                : " + %d x %s"
                                                        .formatted(
                                                                2 * (row.devices() - 1),
                                                                seconds(ring.latencySeconds()))),
                        row.seconds(),
                        Dimension.SECONDS,
                        "links are sold in bits a second: 8 bits are a byte"));
            }
        }
        return steps;
    }

    /**
     * The synchronisation that a target allows on given devices.
     *
     * @param gradientBytes that a ring all-reduces, to say how fast its links must be; null where unknown
     */
    public static SyncAnswer needed(
            Scaling scaling,
            double computeSeconds,
            double target,
            List<Long> devices,
            @Nullable Double gradientBytes,
            List<Step> derivation) {
        List<Need> rows = new ArrayList<>();
        List<Step> steps = new ArrayList<>(derivation);
        for (long k : devices) {
            double work = scaling == Scaling.STRONG ? computeSeconds : k * computeSeconds;
            Double sync = syncAtMost(work, target, k);
            Double rate =
                    sync == null || sync == 0 || gradientBytes == null ? null : Ring.sentBytes(gradientBytes, k) / sync;
            rows.add(new Need(k, work / target, sync, rate));
            steps.addAll(steps(work, target, k));
        }
        return new SyncAnswer(
                rows.stream().anyMatch(row -> row.syncSeconds() != null),
                Report.of(
                        new Sentence(
                                "answer",
                                rows.stream().map(row -> sentence(row, target)).collect(Collectors.joining(" "))),
                        new Table<>("needed", "What a speedup of " + factor(target) + " needs", rows, NEEDS),
                        new Steps("steps", "Steps", steps)));
    }

    private static @Nullable Double syncAtMost(double workSeconds, double target, long devices) {
        if (devices == 1) {
            return target <= 1 ? Double.valueOf(0) : null;
        }
        return Spine.syncSeconds(workSeconds, target, devices) instanceof SyncEstimate.Sync sync
                ? Double.valueOf(sync.seconds())
                : null;
    }

    private static String sentence(Need row, double target) {
        String devices = row.devices() == 1 ? "1 device" : "%,d devices".formatted(row.devices());
        if (row.syncSeconds() == null) {
            return "%s cannot reach a speedup of %s: even without synchronisation it is %d."
                    .formatted(devices, factor(target), row.devices());
        }
        String link = row.bytesPerSecond() == null
                ? ""
                : ", for which a ring needs links of at least "
                        + Prints.full(Dimension.BYTES_PER_SECOND, Objects.requireNonNull(row.bytesPerSecond()));
        return "%s reach a speedup of %s if synchronisation takes at most %s%s."
                .formatted(devices, factor(target), seconds(row.syncSeconds()), link);
    }

    private static List<Step> steps(double workSeconds, double target, long devices) {
        double iteration = workSeconds / target;
        double slice = workSeconds / devices;
        return List.of(
                new Step(
                        "Iteration allowed",
                        seconds(workSeconds) + " / " + factor(target),
                        iteration,
                        Dimension.SECONDS,
                        "speedup divides the time of one device"),
                new Step(
                        "Left for synchronisation",
                        "%s - %s / %,d".formatted(seconds(iteration), seconds(workSeconds), devices),
                        iteration - slice,
                        Dimension.SECONDS,
                        iteration > slice
                                ? "each device computes an equal slice; the rest may be synchronisation"
                                : "one device's slice takes all of it or more"));
    }

    private static String factor(double factor) {
        return Prints.apart(factor, Math.rint(factor));
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}
