package dev.trainwright.cost;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Workload;

/** Bytes of weights, gradients, optimizer state and master weights on one rank, each divided by what shards it (Rajbhandari et al., arXiv 1910.02054). */
public final class ModelStates {
    private ModelStates() {}

    /**
     * Writes the four parts into {@code parts}, indexed by {@link MemoryPart}.
     *
     * @param denseShards ranks that share one copy of what is sharded, experts left out
     * @param expertShards the same for routed experts
     * @param parameters on the rank without experts, {@code experts} routed ones, {@code trained} and {@code trainedExperts} those that are trained
     */
    public static void into(
            double[] parts,
            Workload workload,
            Sharding sharding,
            double denseShards,
            double expertShards,
            double parameters,
            double experts,
            double trained,
            double trainedExperts) {
        boolean shardsWeights = sharding.zero() == ZeroStage.ZERO_3;
        boolean shardsGradients =
                (shardsWeights && sharding.syncEveryMicroStep()) || sharding.zero() == ZeroStage.ZERO_2;
        boolean shardsState = sharding.zero() != ZeroStage.NONE;
        double weightBytes = workload.precision().parameters().bytes();
        double frozenBytes = workload.fineTuning() instanceof FineTuning.LowRank adapter
                ? adapter.base().bytes()
                : weightBytes;
        double ownWeights = sharding.offload() == Offload.OPTIMIZER_AND_PARAMETERS ? 0 : 1;
        double ownState = sharding.offload() == Offload.NONE ? 1 : 0;
        NumberFormat master = workload.precision().master();

        parts[MemoryPart.WEIGHTS.ordinal()] = ownWeights
                * (sharded(trained, trainedExperts, denseShards, expertShards, shardsWeights) * weightBytes
                        + sharded(
                                        parameters - trained,
                                        experts - trainedExperts,
                                        denseShards,
                                        expertShards,
                                        shardsWeights)
                                * frozenBytes);
        parts[MemoryPart.GRADIENTS.ordinal()] =
                sharded(trained, trainedExperts, denseShards, expertShards, shardsGradients)
                        * workload.precision().gradients().bytes();
        double state = ownState * sharded(trained, trainedExperts, denseShards, expertShards, shardsState);
        parts[MemoryPart.OPTIMIZER_STATE.ordinal()] =
                state * workload.optimizer().stateBytes();
        parts[MemoryPart.MASTER_WEIGHTS.ordinal()] = master == null ? 0 : state * master.bytes();
    }

    private static double sharded(
            double dense, double experts, double denseShards, double expertShards, boolean shards) {
        return shards ? dense / denseShards + experts / expertShards : dense + experts;
    }
}
