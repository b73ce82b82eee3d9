package dev.trainwright.forecast;

import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.ModelStates;
import dev.trainwright.cost.Pipeline;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Workload;

/** Memory of a device of one pipeline stage. What does not depend on sharding is computed once. */
final class MemoryModel {
    private final Evaluator evaluator;
    private final LayerCost cost;
    private final int stage;
    private final double ranks;
    private final double expertRanks;
    private final double wholeUnit;
    private final double trainedUnit;
    private final double activationBytes;
    private final double logitBytes;
    private final double workspaceBytes;

    MemoryModel(Evaluator evaluator, Layout layout, Stages costs, LayerCost cost, int stage, int m) {
        this.evaluator = evaluator;
        this.cost = cost;
        this.stage = stage;
        this.ranks = layout.dp() * layout.cp();
        this.expertRanks = layout.ep() == 1 ? 0 : (double) layout.tp() * layout.cp() * layout.dp() / layout.ep();
        this.wholeUnit = Math.max(
                costs.widest().parameters() + costs.widest().expertParameters(),
                costs.head().parameters());
        this.trainedUnit = costs.widest().trained() + costs.widest().trainedExperts();
        int p = layout.pp();
        int v = layout.virtualStages();
        boolean last = stage == p - 1;
        double inFlight = Pipeline.inFlight(layout.schedule(), p, stage, m, v) / (double) v;
        double headSaved = last ? costs.head().savedBytes() : 0;
        this.activationBytes = inFlight * (cost.savedBytes() - headSaved) + headSaved;
        this.logitBytes = last ? costs.head().workingBytes() : 0;
        // The loss is over before layers are recomputed or their gradients made: only the larger of the two is alive at
        // the peak.
        this.workspaceBytes = Math.max(0, costs.widest().workingBytes() - logitBytes);
    }

    /** The stage it is about. */
    int stage() {
        return stage;
    }

    /** Writes the bytes of each {@link MemoryPart} under {@code sharding} into {@code parts}; returns their sum. */
    double into(Sharding sharding, double[] parts) {
        Workload workload = evaluator.workload();
        double denseShards = sharding.zero() == ZeroStage.ZERO_3 ? sharding.shardGroup() : ranks;
        ModelStates.into(
                parts,
                workload,
                sharding,
                denseShards,
                expertRanks == 0 ? denseShards : expertRanks,
                cost.parameters(),
                cost.expertParameters(),
                cost.trained(),
                cost.trainedExperts());
        double bufferBytes = buffers(sharding, workload.precision());
        parts[MemoryPart.ACTIVATIONS.ordinal()] = activationBytes;
        parts[MemoryPart.LOGITS.ordinal()] = logitBytes;
        parts[MemoryPart.WORKSPACE.ordinal()] = workspaceBytes;
        parts[MemoryPart.BUFFERS.ordinal()] = bufferBytes;
        parts[MemoryPart.CONTEXT.ordinal()] = evaluator.calibration().memory().contextBytes();
        parts[MemoryPart.SLACK.ordinal()] = evaluator.calibration().memory().slack()
                * (activationBytes + logitBytes + workspaceBytes + bufferBytes);
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    /** ZeRO-3 holds the gathered weights of the unit at work and of the one fetched ahead, and the whole gradient of one unit. Weights kept after forward are all whole. */
    private double buffers(Sharding sharding, Precision precision) {
        if (sharding.zero() != ZeroStage.ZERO_3 || sharding.shardGroup() == 1) {
            return 0;
        }
        double gathered = sharding.reshardAfterForward() ? 2 * wholeUnit : cost.parameters() + cost.expertParameters();
        return gathered * precision.parameterGather().bytes()
                + trainedUnit * precision.gradientReduce().bytes();
    }
}
