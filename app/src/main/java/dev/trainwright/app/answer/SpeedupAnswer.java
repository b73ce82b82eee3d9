package dev.trainwright.app.answer;

import dev.trainwright.app.picture.Chart;
import dev.trainwright.app.picture.Curves;
import dev.trainwright.app.report.Bars;
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
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import dev.trainwright.workload.Batch.Scaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Speedup, efficiency, hours and cost of some numbers of devices, the devices for a target, and the limits.
 *
 * @param answered whether the target, if there is one, can be reached
 */
public record SpeedupAnswer(boolean answered, Report report) {
    /** As far as the best number of devices is looked for. */
    static final long SEARCHED = 1 << 16;

    private static final List<Metric<Setup>> GIVEN = List.of(
            Metric.of("computeSeconds", "compute on one device", Dimension.SECONDS, Setup::computeSeconds),
            Metric.of("syncSeconds", "synchronisation", Dimension.SECONDS, Setup::constantSync),
            new Metric<>(
                    "scaling",
                    "held fixed",
                    setup -> setup.scaling().name().toLowerCase(Locale.ROOT),
                    scaling -> scaling.equals("strong")
                            ? "global batch (strong scaling)"
                            : "batch per device (weak scaling)"),
            Metric.hours(
                    "hoursOnOne", "job on one device", setup -> setup.economy().hoursOnOne()),
            Metric.text("price", "price of a device", setup -> setup.economy().priceWords()));

    /**
     * The answer.
     *
     * @param devices numbers of devices asked about; may be empty if there is a target or a curve
     * @param derivation steps that found the synchronisation time, if it was not given
     * @param check that time held against a link, if one was given besides
     */
    public static SpeedupAnswer of(
            Setup setup,
            List<Long> devices,
            @Nullable Double target,
            boolean curve,
            List<Step> derivation,
            @Nullable LinkCheck check) {
        TargetAnswer reached = target == null ? null : TargetAnswer.of(setup, target);
        List<ScalingPoint> points = ScalingPoint.of(setup, withTarget(devices, reached));
        List<Metric<ScalingPoint>> metrics = ScalingPoint.metrics(setup.economy());
        List<Part> parts = new ArrayList<>();
        ScalingLimits limits = ScalingLimits.of(setup);
        parts.add(new Sentence(
                "answer", reached != null ? reached.words() : points.isEmpty() ? limits.words() : sentence(points)));
        parts.add(new Hidden("answerable", true));
        parts.add(new Facts<>("given", "Given", setup, GIVEN));
        parts.add(new Table<>("points", "Answer", points, metrics));
        if (reached != null) {
            parts.add(new Facts<>("target", "Target", reached, TargetAnswer.METRICS));
        }
        if (check != null) {
            parts.add(new Facts<>("link", "Against the link", check, LinkCheck.METRICS));
        }
        parts.add(new Steps("steps", "Steps", steps(setup, points, target, derivation)));
        if (curve) {
            List<ScalingPoint> line = ScalingPoint.of(setup, powersOfTwo(points));
            parts.add(new Bars<>("Speedup by devices", line, metrics.get(0), ScalingPoint::speedup, metrics.get(3)));
            parts.add(new Table<>("curve", "", line, metrics.subList(0, 5)));
        }
        parts.add(new Facts<>("", "Limits", limits, ScalingLimits.METRICS));
        return new SpeedupAnswer(reached == null || reached.reachable(), new Report(parts));
    }

    /** The curve over the devices asked about and beyond, with the ideal and the ceiling. */
    public static Chart chart(Setup setup, List<Long> devices) {
        long most = devices.stream().mapToLong(Long::longValue).max().orElse(1);
        Double sync = setup.constantSync();
        return Curves.speedup(
                "Speedup by devices",
                curveEnd(most),
                setup::speedup,
                sync != null && setup.scaling() == Scaling.STRONG
                        ? Spine.ceiling(setup.computeSeconds(), sync)
                        : OptionalDouble.empty(),
                devices);
    }

    static Spine.Point best(Setup setup) {
        return Spine.best(setup.computeSeconds(), setup.syncSeconds(), SEARCHED);
    }

    private static String sentence(List<ScalingPoint> points) {
        return points.stream().map(SpeedupAnswer::sentence).collect(Collectors.joining(" "));
    }

    private static String sentence(ScalingPoint point) {
        Double hours = point.hours();
        return "%s: speedup %s, efficiency %s%s."
                .formatted(
                        point.devices() == 1 ? "1 device" : "%,d devices".formatted(point.devices()),
                        Prints.full(Dimension.FACTOR, point.speedup()),
                        Prints.full(Dimension.RATIO, point.efficiency()),
                        hours == null ? "" : ", " + Prints.full(Dimension.FACTOR, hours) + " h");
    }

    private static List<Step> steps(
            Setup setup, List<ScalingPoint> points, @Nullable Double target, List<Step> derivation) {
        List<Step> steps = new ArrayList<>(derivation);
        Double sync = setup.constantSync();
        boolean strong = setup.scaling() == Scaling.STRONG;
        if (target != null && sync != null && strong) {
            steps.addAll(SpineSteps.devicesFor(target, setup.computeSeconds(), sync));
        }
        for (ScalingPoint point : points) {
            steps.addAll(
                    strong
                            ? SpineSteps.speedup(setup.computeSeconds(), point.syncSeconds(), point.devices())
                            : SpineSteps.weakSpeedup(setup.computeSeconds(), point.syncSeconds(), point.devices()));
        }
        return steps;
    }

    private static List<Long> withTarget(List<Long> devices, @Nullable TargetAnswer target) {
        List<Long> asked = new ArrayList<>(devices);
        Long needed = target == null ? null : target.devices();
        if (needed != null) {
            asked.add(needed);
        }
        return asked.stream().distinct().sorted().toList();
    }

    private static List<Long> powersOfTwo(List<ScalingPoint> points) {
        long most = points.stream().mapToLong(ScalingPoint::devices).max().orElse(1);
        long end = curveEnd(most);
        return LongStream.iterate(1, k -> k <= end, k -> 2 * k).boxed().toList();
    }

    /** Where a curve ends: beyond what was asked, and never before 64. */
    private static long curveEnd(long most) {
        return Math.max(64, 4 * Math.min(most, SEARCHED));
    }
}
