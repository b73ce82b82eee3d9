package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.DevicesFor;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.WeakScaling;
import dev.trainwright.workload.Batch.Scaling;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The devices that a target speedup takes.
 *
 * @param devices the fewest that reach it; null where none do
 * @param exactDevices before rounding up, where there is a formula
 * @param ceiling what the speedup stays below (or at most reaches), where the target is out of reach
 * @param syncSecondsBelow synchronisation under which the target comes into reach
 * @param words the answer as a sentence
 */
record TargetAnswer(
        double target,
        boolean reachable,
        @Nullable Long devices,
        @Nullable Double exactDevices,
        @Nullable Double ceiling,
        @Nullable Double syncSecondsBelow,
        String words) {

    static final List<Metric<TargetAnswer>> METRICS = List.of(
            Metric.number("target", "target", target -> Prints.apart(target, Math.rint(target)), TargetAnswer::target),
            Metric.flag("reachable", "reachable", TargetAnswer::reachable),
            Metric.of("devices", "devices", Dimension.COUNT, TargetAnswer::devices),
            Metric.of("exactDevices", "before rounding up", Dimension.FACTOR, TargetAnswer::exactDevices),
            Metric.of("ceiling", "ceiling", Dimension.FACTOR, TargetAnswer::ceiling),
            Metric.of("syncSecondsBelow", "needs sync below", Dimension.SECONDS, TargetAnswer::syncSecondsBelow));

    static TargetAnswer of(Setup setup, double target) {
        Double sync = setup.constantSync();
        if (sync == null) {
            return searched(setup, target);
        }
        if (setup.scaling() == Scaling.WEAK) {
            OptionalLong devices = WeakScaling.devicesFor(target, setup.computeSeconds(), sync);
            return devices.isPresent() ? reached(setup, target, devices.getAsLong(), null) : searched(setup, target);
        }
        DevicesFor answer = Spine.devicesFor(target, setup.computeSeconds(), sync);
        if (answer instanceof DevicesFor.Reached reached) {
            return reached(setup, target, reached.devices(), reached.exactDevices());
        }
        var out = (DevicesFor.Unreachable) answer;
        return new TargetAnswer(
                target, false, null, null, out.ceiling(), out.syncSecondsBelow(), unreachable(setup, target, out));
    }

    private static TargetAnswer reached(Setup setup, double target, long devices, @Nullable Double exact) {
        double speedup = setup.speedup(devices);
        Double hours = setup.economy().hours(speedup);
        String words = "A speedup of %s takes %s: %s is reached%s."
                .formatted(
                        Prints.apart(target, Math.rint(target)),
                        devices(devices),
                        Prints.apart(speedup, Math.rint(speedup)),
                        hours == null ? "" : ", " + factor(hours) + " h");
        return new TargetAnswer(target, true, devices, exact, null, null, words);
    }

    private static String unreachable(Setup setup, double target, DevicesFor.Unreachable out) {
        // As many digits as are printed, so that the devices are right for what is read.
        double half = BigDecimal.valueOf(out.syncSecondsBelow() / 2)
                .round(new MathContext(2, RoundingMode.DOWN))
                .doubleValue();
        String example = Spine.devicesFor(target, setup.computeSeconds(), half) instanceof DevicesFor.Reached with
                ? "; with %s, %s would do".formatted(seconds(half), devices(with.devices()))
                : "";
        return ("No number of devices reaches a speedup of %s: synchronisation alone keeps it below %s."
                        + " It would have to take less than %s%s.")
                .formatted(
                        Prints.apart(target, out.ceiling()),
                        factor(out.ceiling()),
                        seconds(out.syncSecondsBelow()),
                        example);
    }

    private static TargetAnswer searched(Setup setup, double target) {
        OptionalLong devices = LongStream.rangeClosed(1, SpeedupAnswer.SEARCHED)
                .filter(k -> setup.speedup(k) >= target)
                .findFirst();
        if (devices.isPresent()) {
            return reached(setup, target, devices.getAsLong(), null);
        }
        double most = SpeedupAnswer.best(setup).speedup();
        String words = "No number of devices up to %s reaches a speedup of %s: the best is %s."
                .formatted(Prints.full(Dimension.COUNT, SpeedupAnswer.SEARCHED), factor(target), factor(most));
        return new TargetAnswer(target, false, null, null, most, null, words);
    }

    private static String devices(long devices) {
        return devices == 1 ? "1 device" : Prints.full(Dimension.COUNT, devices) + " devices";
    }

    private static String factor(double factor) {
        return Prints.full(Dimension.FACTOR, factor);
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}
