package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.Batch.Scaling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One number of devices, and what it is worth over the one before it in the list.
 *
 * @param hoursIfStepsFixed hours where the number of steps stays although the global batch grows (weak scaling)
 * @param gain speedup over the point before
 * @param hoursSaved over the point before
 * @param extraCost over the point before
 */
record ScalingPoint(
        long devices,
        double syncSeconds,
        double iterationSeconds,
        double speedup,
        double efficiency,
        @Nullable Double hours,
        @Nullable Double hoursIfStepsFixed,
        @Nullable Double deviceHours,
        @Nullable Double cost,
        @Nullable Double gain,
        @Nullable Double hoursSaved,
        @Nullable Double extraCost) {

    static List<ScalingPoint> of(Setup setup, List<Long> devices) {
        List<ScalingPoint> points = new ArrayList<>();
        for (long k : devices) {
            points.add(of(setup, k, points.isEmpty() ? null : points.get(points.size() - 1)));
        }
        return points;
    }

    private static ScalingPoint of(Setup setup, long devices, @Nullable ScalingPoint before) {
        double iteration = setup.iterationSeconds(devices);
        double speedup = setup.speedup(devices);
        Economy economy = setup.economy();
        Double hours = economy.hours(speedup);
        Double cost = economy.cost(speedup, devices);
        Double onOne = economy.hoursOnOne();
        return new ScalingPoint(
                devices,
                setup.sync(devices),
                iteration,
                speedup,
                speedup / devices,
                hours,
                onOne == null || setup.scaling() == Scaling.STRONG ? null : onOne * iteration / setup.computeSeconds(),
                economy.deviceHours(speedup, devices),
                cost,
                before == null ? null : speedup / before.speedup(),
                before == null ? null : difference(before.hours(), hours),
                before == null ? null : difference(cost, before.cost()));
    }

    private static @Nullable Double difference(@Nullable Double from, @Nullable Double less) {
        return from == null || less == null ? null : from - less;
    }

    static List<Metric<ScalingPoint>> metrics(Economy economy) {
        return List.of(
                Metric.of("devices", "devices", Dimension.COUNT, ScalingPoint::devices),
                Metric.of("syncSeconds", "sync", Dimension.SECONDS, ScalingPoint::syncSeconds),
                Metric.of("iterationSeconds", "iteration", Dimension.SECONDS, ScalingPoint::iterationSeconds),
                Metric.of("speedup", "speedup", Dimension.FACTOR, ScalingPoint::speedup),
                Metric.of("efficiency", "efficiency", Dimension.RATIO, ScalingPoint::efficiency),
                Metric.hours("hours", "time", ScalingPoint::hours),
                Metric.hours("hoursIfStepsFixed", "if steps fixed", ScalingPoint::hoursIfStepsFixed),
                Metric.hours("deviceHours", "device time", ScalingPoint::deviceHours),
                Metric.number("cost", "cost", economy::money, ScalingPoint::cost),
                Metric.of("gain", "gain", Dimension.FACTOR, ScalingPoint::gain),
                Metric.hours("hoursSaved", "saved", ScalingPoint::hoursSaved),
                Metric.number("extraCost", "extra cost", economy::money, ScalingPoint::extraCost));
    }
}
