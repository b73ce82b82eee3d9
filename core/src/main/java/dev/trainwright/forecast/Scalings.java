package dev.trainwright.forecast;

import dev.trainwright.cost.LayerCost;
import dev.trainwright.layout.Layout;
import dev.trainwright.spine.Spine;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.MeasuredModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Speedup against one device, and how it changes when data parallelism is scaled. */
final class Scalings {
    private Scalings() {}

    static Forecast.Scaling of(Evaluation evaluation, Layout layout, Evaluator evaluator, long globalBatch) {
        double seconds = evaluation.seconds();
        int devices = layout.devices();
        double baseline = devices == 1 ? seconds : baseline(layout, evaluator, globalBatch);
        double speedup = Spine.speedupFromTimes(baseline, seconds, devices);
        List<Forecast.Point> curve = ScalingCurve.of(layout, evaluator, baseline / globalBatch);
        int best = devices;
        double bestSpeedup = speedup;
        for (Forecast.Point point : curve) {
            if (point.speedup() > bestSpeedup) {
                bestSpeedup = point.speedup();
                best = point.devices();
            }
        }
        return new Forecast.Scaling(
                baseline,
                fitsAlone(evaluator, layout),
                speedup,
                speedup / devices,
                ceiling(evaluator, baseline, seconds, devices),
                best,
                curve);
    }

    /** One device's iteration: every micro-batch's compute and one optimizer step; nothing is sent and nothing is computed twice. */
    private static double baseline(Layout layout, Evaluator evaluator, long globalBatch) {
        Layout alone = alone(layout);
        if (evaluator.workload().model() instanceof MeasuredModel) {
            LayerCost whole = evaluator.alone(layout.microBatch()).whole();
            return globalBatch / (double) layout.microBatch() * (whole.forwardSeconds() + whole.backwardSeconds());
        }
        return evaluator.evaluateAlone(alone, globalBatch / layout.microBatch());
    }

    private static Layout alone(Layout layout) {
        return Layout.dataParallel(1, layout.microBatch());
    }

    private static boolean fitsAlone(Evaluator evaluator, Layout layout) {
        return evaluator.memoryAlone(alone(layout)) <= evaluator.machine().memoryBytes();
    }

    /** What of the iteration is no k-th part of the baseline stays however many devices there are: T_c / T_s. Under weak scaling the work grows with them. */
    private static @Nullable Double ceiling(Evaluator evaluator, double baseline, double seconds, int devices) {
        double stays = seconds - baseline / devices;
        if (devices == 1 || stays <= 0 || evaluator.workload().batch().scaling() == Batch.Scaling.WEAK) {
            return null;
        }
        double ceiling = Spine.ceiling(baseline, stays).orElse(Double.POSITIVE_INFINITY);
        return Double.isInfinite(ceiling) ? null : ceiling;
    }
}
