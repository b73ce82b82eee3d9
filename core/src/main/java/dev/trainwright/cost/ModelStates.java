package dev.trainwright.cost;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;

/** Bytes of weights, gradients, optimizer state and master weights on one rank, each divided by what shards it (Rajbhandari et al., arXiv 1910.02054). */
public final class ModelStates {
    /** Quantisation constants of NF4 with double quantisation, bytes a parameter (QLoRA, arXiv 2305.14314, section 3: 0.127 bits). */
    private static final double NF4_CONSTANTS = 0.127 / 8;

    private ModelStates() {}

    /**
     * Parameters on one rank before anything is sharded.
     *
     * @param dense without routed experts
     * @param experts routed experts
     * @param trained trained ones among {@code dense}
     * @param trainedExperts trained ones among {@code experts}
     * @param tables token tables and heads among {@code dense}: matrices that Muon leaves to AdamW and QLoRA leaves as they are
     */
    public record Held(double dense, double experts, double trained, double trainedExperts, double tables) {
        /** Those that are frozen, routed experts and tables left out. */
        public double frozen() {
            return Math.max(0, dense - trained - frozenTables());
        }

        /** Tables among the frozen ones. */
        public double frozenTables() {
            return Math.min(dense - trained, tables);
        }

        /** Tables among the trained ones. */
        public double trainedTables() {
            return Math.min(trained, tables);
        }
    }

    /**
     * Ranks that share one copy of what is sharded.
     *
     * @param dense of dense parameters
     * @param experts of routed experts
     */
    public record Shards(double dense, double experts) {
        /** No sharing. */
        static final Shards NONE = new Shards(1, 1);
    }

    /** What shards weights: {@code shards} under ZeRO-3. */
    public static Shards ofWeights(Sharding sharding, Shards shards) {
        return sharding.zero() == ZeroStage.ZERO_3 ? shards : Shards.NONE;
    }

    /**
     * What shards gradients: ZeRO-2 and ZeRO-3 that reduce every gradient as it comes. One that accumulates first holds whole gradients.
     *
     * @param microBatches m: the only micro-step of an iteration always reduces
     */
    public static Shards ofGradients(Sharding sharding, Shards shards, long microBatches) {
        boolean reduces = sharding.syncEveryMicroStep() || microBatches == 1;
        return sharding.zero().compareTo(ZeroStage.ZERO_2) >= 0 && reduces ? shards : Shards.NONE;
    }

    /** What shards optimizer state and master weights: every ZeRO stage. */
    public static Shards ofState(Sharding sharding, Shards shards) {
        return sharding.zero() == ZeroStage.NONE ? Shards.NONE : shards;
    }

    /** Bytes of one stored parameter of {@code format}, block constants included. */
    public static double storedBytes(NumberFormat format) {
        return format == NumberFormat.NF4 ? format.bytes() + NF4_CONSTANTS : format.bytes();
    }

    /** Bytes of one frozen parameter in a layer's matrices. */
    public static double frozenBytes(Workload workload) {
        return workload.fineTuning() instanceof FineTuning.LowRank adapter
                ? storedBytes(adapter.base())
                : workload.precision().parameters().bytes();
    }

    /** Bytes of optimizer state for one trained parameter, tables' extra left out; of Adafactor by the shapes of the matrices, of which an adapter's are r x n. */
    public static double stateBytes(Workload workload) {
        if (workload.optimizer() != Optimizer.ADAFACTOR || !(workload.model() instanceof Transformer model)) {
            return workload.optimizer().stateBytes();
        }
        return workload.fineTuning() instanceof FineTuning.LowRank adapter
                ? 4.0 / adapter.rank()
                : FactoredState.bytesPerParameter(model);
    }

    /** Bytes of optimizer state that tables have besides those of every trained parameter: Muon leaves them to AdamW. */
    public static double extraTableBytes(Optimizer optimizer) {
        return optimizer == Optimizer.MUON ? Optimizer.ADAMW.stateBytes() - optimizer.stateBytes() : 0;
    }

    /** Writes the four parts into {@code parts}, indexed by {@link MemoryPart}. */
    public static void into(
            double[] parts, Workload workload, Sharding sharding, Shards shards, Held held, long microBatches) {
        Shards weights = ofWeights(sharding, shards);
        Shards gradients = ofGradients(sharding, shards, microBatches);
        Shards states = ofState(sharding, shards);
        double weightBytes = workload.precision().parameters().bytes();
        double ownWeights = sharding.offload() == Offload.OPTIMIZER_AND_PARAMETERS ? 0 : 1;
        double ownGradients = offloadsGradients(sharding) ? 0 : 1;
        double ownState = sharding.offload() == Offload.NONE ? 1 : 0;
        NumberFormat master = workload.precision().master();
        double state = ownState * sharded(held.trained(), held.trainedExperts(), states);

        parts[MemoryPart.WEIGHTS.ordinal()] = ownWeights
                * (sharded(held.trained() + held.frozenTables(), held.trainedExperts(), weights) * weightBytes
                        + sharded(held.frozen(), held.experts() - held.trainedExperts(), weights)
                                * frozenBytes(workload));
        parts[MemoryPart.GRADIENTS.ordinal()] = ownGradients
                * sharded(held.trained(), held.trainedExperts(), gradients)
                * workload.precision().gradients().bytes();
        parts[MemoryPart.OPTIMIZER_STATE.ordinal()] = state * stateBytes(workload)
                + ownState * held.trainedTables() / states.dense() * extraTableBytes(workload.optimizer());
        parts[MemoryPart.MASTER_WEIGHTS.ordinal()] = master == null ? 0 : state * master.bytes();
    }

    /** Whether the host accumulates the gradients: an offloaded optimizer whose gradients leave the device as they are reduced. */
    public static boolean offloadsGradients(Sharding sharding) {
        return sharding.offload() != Offload.NONE && sharding.zero().compareTo(ZeroStage.ZERO_2) >= 0;
    }

    private static double sharded(double dense, double experts, Shards shards) {
        return dense / shards.dense() + experts / shards.experts();
    }
}
