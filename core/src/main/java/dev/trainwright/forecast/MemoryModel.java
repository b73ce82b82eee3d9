package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.ModelStates;
import dev.trainwright.cost.Pipeline;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Workload;
import java.util.List;

/** Memory of the fullest device. */
final class MemoryModel {
    private MemoryModel() {}

    /**
     * The fullest device.
     *
     * @param parts bytes by {@link MemoryPart}
     * @param stage its pipeline stage
     */
    record Peak(double[] parts, int stage) {}

    static Peak peak(
            Layout layout, Workload workload, Calibration calibration, Stages costs, List<LayerCost> stages, int m) {
        Peak fullest = new Peak(new double[0], -1);
        double most = -1;
        for (int r = 0; r < stages.size(); r++) {
            double[] parts = parts(layout, workload, calibration, costs, stages, r, m);
            double sum = 0;
            for (double part : parts) {
                sum += part;
            }
            if (sum > most) {
                most = sum;
                fullest = new Peak(parts, r);
            }
        }
        return fullest;
    }

    private static double[] parts(
            Layout layout,
            Workload workload,
            Calibration calibration,
            Stages costs,
            List<LayerCost> stages,
            int r,
            int m) {
        LayerCost stage = stages.get(r);
        double[] parts = new double[MemoryPart.values().length];
        ModelStates.into(
                parts,
                workload,
                layout,
                stage.parameters(),
                stage.expertParameters(),
                stage.trained(),
                stage.trainedExperts());
        int p = stages.size();
        int v = layout.virtualStages();
        double inFlight = Pipeline.inFlight(layout.schedule(), p, r, m, v) / (double) v;
        boolean last = r == p - 1;
        double headSaved = last ? costs.head().savedBytes() : 0;
        parts[MemoryPart.ACTIVATIONS.ordinal()] = inFlight * (stage.savedBytes() - headSaved) + headSaved;
        parts[MemoryPart.LOGITS.ordinal()] = last ? costs.head().workingBytes() : 0;
        // The loss is over before layers are recomputed or their gradients made: only the larger of the two is alive at
        // the peak.
        parts[MemoryPart.WORKSPACE.ordinal()] =
                Math.max(0, costs.widest().workingBytes() - parts[MemoryPart.LOGITS.ordinal()]);
        parts[MemoryPart.BUFFERS.ordinal()] = buffers(layout, workload, costs, stage);
        parts[MemoryPart.CONTEXT.ordinal()] = calibration.memory().contextBytes();
        parts[MemoryPart.SLACK.ordinal()] = calibration.memory().slack()
                * (parts[MemoryPart.ACTIVATIONS.ordinal()]
                        + parts[MemoryPart.LOGITS.ordinal()]
                        + parts[MemoryPart.WORKSPACE.ordinal()]
                        + parts[MemoryPart.BUFFERS.ordinal()]);
        return parts;
    }

    /** ZeRO-3 holds the gathered weights of the unit at work and of the one fetched ahead, and the whole gradient of one unit. Weights kept after forward are all whole. */
    private static double buffers(Layout layout, Workload workload, Stages costs, LayerCost stage) {
        if (layout.zero() != ZeroStage.ZERO_3 || layout.shardGroup() == 1) {
            return 0;
        }
        double unit = Math.max(
                costs.widest().parameters() + costs.widest().expertParameters(),
                costs.head().parameters());
        double trained = costs.widest().trained();
        double gathered = layout.reshardAfterForward() ? 2 * unit : stage.parameters() + stage.expertParameters();
        return gathered * workload.precision().parameterGather().bytes()
                + trained * workload.precision().gradientReduce().bytes();
    }
}
