package dev.trainwright.forecast;

import dev.trainwright.cost.LayerCost;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.MeasuredModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Speedup against one device, and how it changes when data parallelism is scaled. */
final class Scalings {
    private static final int LARGEST = 1 << 14;

    private Scalings() {}

    static Forecast.Scaling of(Evaluation evaluation, Layout layout, Evaluator evaluator, long globalBatch) {
        double seconds = evaluation.seconds();
        double baseline = baseline(layout, evaluator, globalBatch);
        int devices = layout.devices();
        double speedup = devices == 1 ? 1 : baseline / seconds;
        List<Forecast.Point> curve = curve(layout, evaluator, baseline / globalBatch);
        int best = devices;
        double bestRate = speedup;
        for (Forecast.Point point : curve) {
            if (point.speedup() > bestRate) {
                bestRate = point.speedup();
                best = point.devices();
            }
        }
        return new Forecast.Scaling(
                baseline,
                fitsAlone(evaluator, layout),
                speedup,
                speedup / devices,
                ceiling(baseline, seconds, devices),
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

    /** What of the iteration is no k-th part of the baseline stays however many devices there are: T_c / T_s. */
    private static @Nullable Double ceiling(double baseline, double seconds, int devices) {
        double stays = seconds - baseline / devices;
        return devices == 1 || stays <= 0 ? null : baseline / stays;
    }

    private static List<Forecast.Point> curve(Layout layout, Evaluator evaluator, double baselinePerSample) {
        List<Forecast.Point> points = new ArrayList<>();
        int unit = layout.devices() / layout.dp();
        for (int dp = 1; (long) dp * unit <= LARGEST; dp *= 2) {
            Layout scaled = Layouts.withDataParallel(layout, dp);
            if (scaled == null || !divides(scaled, evaluator)) {
                continue;
            }
            double seconds = evaluator.evaluate(scaled, false).seconds();
            long batch = Forecaster.globalBatch(evaluator.workload(), dp);
            int devices = scaled.devices();
            double speedup = devices == 1 ? 1 : baselinePerSample * batch / seconds;
            points.add(new Forecast.Point(devices, seconds, speedup));
        }
        return points;
    }

    private static boolean divides(Layout layout, Evaluator evaluator) {
        Batch batch = evaluator.workload().batch();
        if (batch.scaling() == Batch.Scaling.STRONG && batch.size() % (layout.dp() * layout.microBatch()) != 0) {
            return false;
        }
        return layout.virtualStages() == 1 || Legality.microBatches(layout, evaluator.workload()) % layout.pp() == 0;
    }
}
