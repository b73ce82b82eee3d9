package dev.trainwright.forecast;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.spine.Spine;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Iterations of one layout whose data parallelism is scaled, the rest kept: powers of two, and the layout's own number of replicas. */
final class ScalingCurve {
    private static final int LARGEST = 1 << 14;

    private ScalingCurve() {}

    /** The points, fewest devices first; a number of replicas that the batch or the layout cannot be dealt out to has none. */
    static List<Forecast.Point> of(Layout layout, Evaluator evaluator, double baselinePerSample) {
        List<Forecast.Point> points = new ArrayList<>();
        int unit = layout.devices() / layout.dp();
        var replicas = new TreeSet<Integer>();
        replicas.add(layout.dp());
        for (int dp = 1; (long) dp * unit <= LARGEST; dp *= 2) {
            replicas.add(dp);
        }
        for (int dp : replicas) {
            int devices = dp * unit;
            if (evaluator.workload().model() instanceof MeasuredModel measured) {
                points.add(measured(evaluator, measured, layout, devices));
            } else if (devices == 1) {
                double seconds = baselinePerSample * Forecaster.globalBatch(evaluator.workload(), 1);
                points.add(new Forecast.Point(1, seconds, 1));
            } else if (reachable(evaluator, devices)) {
                counted(points, layout, evaluator, dp, baselinePerSample);
            }
        }
        return points;
    }

    private static boolean reachable(Evaluator evaluator, int devices) {
        return devices <= evaluator.machine().fabric().devicesPerNode()
                || !Double.isInfinite(evaluator.machine().fabric().interBandwidth());
    }

    private static void counted(
            List<Forecast.Point> points, Layout layout, Evaluator evaluator, int dp, double baselinePerSample) {
        Layout scaled = Layouts.withDataParallel(layout, dp);
        if (scaled != null && divides(scaled, evaluator)) {
            double seconds = evaluator.evaluate(scaled, false).seconds();
            double baseline = baselinePerSample * Forecaster.globalBatch(evaluator.workload(), dp);
            int devices = scaled.devices();
            points.add(new Forecast.Point(devices, seconds, Spine.speedupFromTimes(baseline, seconds, devices)));
        }
    }

    /** A measured model's work splits over any number of devices: one sample each, whatever the batch was. */
    private static Forecast.Point measured(Evaluator evaluator, MeasuredModel model, Layout layout, int devices) {
        Batch batch = evaluator.workload().batch();
        boolean weak = batch.scaling() == Batch.Scaling.WEAK;
        Workload workload = evaluator.workload().with(model, weak ? batch : new Batch(devices, Batch.Scaling.STRONG));
        Layout each = Layout.dataParallel(devices, weak ? batch.size() : 1).with(layout.synchrony());
        double seconds = evaluator.with(workload).evaluate(each, false).seconds();
        double alone = model.computeSeconds() * (weak ? devices : 1);
        return new Forecast.Point(devices, seconds, Spine.speedupFromTimes(alone, seconds, devices));
    }

    private static boolean divides(Layout layout, Evaluator evaluator) {
        Batch batch = evaluator.workload().batch();
        if (batch.scaling() == Batch.Scaling.STRONG && batch.size() % (layout.dp() * layout.microBatch()) != 0) {
            return false;
        }
        return layout.virtualStages() == 1 || Legality.microBatches(layout, evaluator.workload()) % layout.pp() == 0;
    }
}
