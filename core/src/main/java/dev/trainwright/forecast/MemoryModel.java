package dev.trainwright.forecast;

import dev.trainwright.cost.FlatBuffers;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.ModelStates;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Workload;

/** Memory of a device of one pipeline stage. What does not depend on sharding is computed once. */
final class MemoryModel {
    /** An fp32 copy of the last averaged weights and an fp32 outer momentum (DiLoCo, arXiv 2311.08105, algorithm 1). */
    static final double OUTER_BYTES = 8;

    private final Evaluator evaluator;
    private final ModelStates.Held held;
    private final int stage;
    private final double ranks;
    private final double expertRanks;
    private final double wholeUnit;
    private final double trainedUnit;
    private final double headSavedBytes;
    private final double inFlightBytes;
    private final double logitBytes;
    private final double workspaceBytes;
    private final double outerBytes;
    private final int m;

    MemoryModel(Evaluator evaluator, Layout layout, Stages costs, LayerCost cost, int stage, int m) {
        this.evaluator = evaluator;
        this.stage = stage;
        this.m = m;
        this.held = new ModelStates.Held(
                cost.parameters(),
                cost.expertParameters(),
                cost.trained(),
                cost.trainedExperts(),
                costs.tables(stage, layout.pp()));
        this.ranks = layout.dp() * layout.cp();
        this.expertRanks = layout.ep() == 1 ? 0 : (double) layout.tp() * layout.cp() * layout.dp() / layout.ep();
        this.wholeUnit = Math.max(
                costs.widest().parameters() + costs.widest().expertParameters(),
                costs.head().parameters());
        this.trainedUnit = costs.widest().trained() + costs.widest().trainedExperts();
        boolean last = stage == layout.pp() - 1;
        this.headSavedBytes = last ? costs.head().savedBytes() : 0;
        this.inFlightBytes = costs.inFlightBytes(layout, cost, stage, m);
        this.logitBytes = last ? costs.head().workingBytes() : 0;
        // The loss is over before layers are recomputed or their gradients made: only the larger of the two is alive at
        // the peak.
        this.workspaceBytes = Math.max(0, costs.widest().workingBytes() - logitBytes);
        this.outerBytes = layout.synchrony() instanceof Synchrony.LocalSgd
                ? OUTER_BYTES * (held.trained() + held.trainedExperts())
                : 0;
    }

    /** The stage it is about. */
    int stage() {
        return stage;
    }

    ModelStates.Held held() {
        return held;
    }

    /** Activations of micro-batches in flight. */
    double inFlightBytes() {
        return inFlightBytes;
    }

    /** What the head keeps for backward. */
    double headSavedBytes() {
        return headSavedBytes;
    }

    /** Parameters that are gathered together, and the trained ones of a layer. */
    double wholeUnit() {
        return wholeUnit;
    }

    double trainedUnit() {
        return trainedUnit;
    }

    /** Ranks that share one copy of what {@code sharding} shards. */
    ModelStates.Shards shards(Sharding sharding) {
        double dense = sharding.zero() == ZeroStage.ZERO_3 ? sharding.shardGroup() : ranks;
        return new ModelStates.Shards(dense, expertRanks == 0 ? dense : expertRanks);
    }

    /** Whether the software holds {@link FlatBuffers}. */
    boolean flat() {
        return evaluator.flatBuffers();
    }

    /** Writes the bytes of each {@link MemoryPart} under {@code sharding} into {@code parts}; returns their sum. */
    double into(Sharding sharding, double[] parts) {
        Workload workload = evaluator.workload();
        ModelStates.into(parts, workload, sharding, shards(sharding), held, m);
        double bufferBytes =
                buffers(sharding, workload.precision()) + (flat() ? flatBuffers(sharding, workload.precision()) : 0);
        double activationBytes = inFlightBytes + headSavedBytes;
        parts[MemoryPart.OPTIMIZER_STATE.ordinal()] += outerBytes;
        parts[MemoryPart.ACTIVATIONS.ordinal()] = activationBytes;
        parts[MemoryPart.LOGITS.ordinal()] = logitBytes;
        parts[MemoryPart.WORKSPACE.ordinal()] = workspaceBytes;
        parts[MemoryPart.BUFFERS.ordinal()] = bufferBytes;
        parts[MemoryPart.CONTEXT.ordinal()] = evaluator.calibration().memory().contextBytes();
        parts[MemoryPart.SLACK.ordinal()] = evaluator.calibration().memory().slack()
                * (activationBytes + logitBytes + workspaceBytes + bufferBytes);
        if (flat()) {
            double held = sum(parts) - parts[MemoryPart.CONTEXT.ordinal()] - parts[MemoryPart.SLACK.ordinal()];
            parts[MemoryPart.SLACK.ordinal()] = FlatBuffers.HOLES * held;
        }
        return sum(parts);
    }

    private static double sum(double[] parts) {
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    private double flatBuffers(Sharding sharding, Precision precision) {
        double shards = ModelStates.ofState(sharding, shards(sharding)).dense();
        return FlatBuffers.bytes(precision, sharding, held.trained() + held.trainedExperts(), shards);
    }

    /**
     * ZeRO-2 holds the whole gradient of one layer until it is reduced; ZeRO-3 that, the gathered weights of the unit at work and of the one fetched ahead. Weights
     * kept after forward are all whole. Unsharded gradients are copied into the buckets of replicas' reductions where the engine does so.
     */
    private double buffers(Sharding sharding, Precision precision) {
        double gradient = trainedUnit * precision.gradientReduce().bytes();
        if (sharding.zero() == ZeroStage.ZERO_3 && (sharding.shardGroup() > 1 || sharding.offload() != Offload.NONE)) {
            double gathered = sharding.reshardAfterForward() ? 2 * wholeUnit : held.dense() + held.experts();
            return gathered * precision.parameterGather().bytes() + gradient;
        }
        if (sharding.zero() == ZeroStage.NONE && ranks > 1) {
            return evaluator.calibration().engine().gradientCopies()
                    * (held.trained() + held.trainedExperts())
                    * precision.gradientReduce().bytes();
        }
        return (sharding.zero() == ZeroStage.ZERO_2 && ranks > 1) || ModelStates.offloadsGradients(sharding)
                ? gradient
                : 0;
    }

    /** Bytes of host memory for one rank: what is offloaded, and the gradients that the host updates with. */
    double hostBytes(Sharding sharding) {
        if (sharding.offload() == Offload.NONE) {
            return 0;
        }
        Workload workload = evaluator.workload();
        var kept = new Sharding(
                sharding.zero(),
                sharding.shardGroup(),
                sharding.reshardAfterForward(),
                sharding.syncEveryMicroStep(),
                Offload.NONE);
        double[] parts = new double[MemoryPart.values().length];
        ModelStates.into(parts, workload, kept, shards(sharding), held, m);
        double gradients = ModelStates.offloadsGradients(sharding) ? parts[MemoryPart.GRADIENTS.ordinal()] : 0;
        double weights =
                sharding.offload() == Offload.OPTIMIZER_AND_PARAMETERS ? parts[MemoryPart.WEIGHTS.ordinal()] : 0;
        return parts[MemoryPart.OPTIMIZER_STATE.ordinal()]
                + parts[MemoryPart.MASTER_WEIGHTS.ordinal()]
                + gradients
                + weights;
    }
}
