package dev.trainwright.layout;

import java.util.List;

/**
 * One way of splitting a job. Rank order is tp innermost, then cp, dp, pp outermost; expert parallelism re-uses the ranks of tp,
 * cp and dp (experts are then whole on one rank), and without it experts are split by tensor parallelism like any other layer.
 *
 * @param dp data-parallel replicas
 * @param tp tensor-parallel degree
 * @param pp pipeline stages
 * @param cp context-parallel degree
 * @param ep expert-parallel degree; divides tp x cp x dp
 * @param virtualStages v, model chunks per stage (1 unless interleaved)
 * @param schedule of the pipeline
 * @param stageLayers layers of each stage in order, empty for an even split (the first stages take the remainder)
 * @param zero ZeRO stage
 * @param shardGroup ranks over which ZeRO shards: dp x cp for plain ZeRO, less for HSDP; replicas of the group are all-reduced
 * @param reshardAfterForward ZeRO-3: free gathered weights after forward and gather again in backward
 * @param syncEveryMicroStep whether gradients are reduced in every micro-step of an accumulation window
 * @param microBatch samples of one micro-batch on one replica, b
 * @param sequenceParallel whether norms and residuals are split along the sequence in the tensor-parallel group
 * @param recompute what backward computes again instead of having saved
 * @param offload what is kept in host memory
 * @param overlap which communication hides behind compute
 * @param synchrony how replicas agree
 */
public record Layout(
        int dp,
        int tp,
        int pp,
        int cp,
        int ep,
        int virtualStages,
        Schedule schedule,
        List<Integer> stageLayers,
        ZeroStage zero,
        int shardGroup,
        boolean reshardAfterForward,
        boolean syncEveryMicroStep,
        long microBatch,
        boolean sequenceParallel,
        Recompute recompute,
        Offload offload,
        Overlap overlap,
        Synchrony synchrony) {

    public Layout {
        stageLayers = List.copyOf(stageLayers);
    }

    /** Devices: {@code dp x tp x pp x cp}. */
    public int devices() {
        return dp * tp * pp * cp;
    }

    /** Replicas whose gradients an iteration waits for: all but backup workers. */
    public int neededReplicas() {
        return synchrony instanceof Synchrony.Synchronous sync ? dp - sync.backupWorkers() : dp;
    }

    /** The part that spreads states over ranks. */
    public Sharding sharding() {
        return new Sharding(zero, shardGroup, reshardAfterForward, syncEveryMicroStep, offload);
    }

    /** The same layout with its states spread as {@code other} says. */
    public Layout with(Sharding other) {
        return new Layout(
                dp,
                tp,
                pp,
                cp,
                ep,
                virtualStages,
                schedule,
                stageLayers,
                other.zero(),
                other.shardGroup(),
                other.reshardAfterForward(),
                other.syncEveryMicroStep(),
                microBatch,
                sequenceParallel,
                recompute,
                other.offload(),
                overlap,
                synchrony);
    }

    /** The same layout with replicas that agree as {@code other} says. */
    public Layout with(Synchrony other) {
        return new Layout(
                dp,
                tp,
                pp,
                cp,
                ep,
                virtualStages,
                schedule,
                stageLayers,
                zero,
                shardGroup,
                reshardAfterForward,
                syncEveryMicroStep,
                microBatch,
                sequenceParallel,
                recompute,
                offload,
                overlap,
                other);
    }

    /** The same layout with {@code samples} in a micro-batch. */
    public Layout withMicroBatch(long samples) {
        return new Layout(
                dp,
                tp,
                pp,
                cp,
                ep,
                virtualStages,
                schedule,
                stageLayers,
                zero,
                shardGroup,
                reshardAfterForward,
                syncEveryMicroStep,
                samples,
                sequenceParallel,
                recompute,
                offload,
                overlap,
                synchrony);
    }

    /** Plain data parallelism over {@code dp} devices with micro-batch {@code microBatch}. */
    public static Layout dataParallel(int dp, long microBatch) {
        return new Layout(
                dp,
                1,
                1,
                1,
                1,
                1,
                Schedule.ONE_F_ONE_B,
                List.of(),
                ZeroStage.NONE,
                dp,
                true,
                false,
                microBatch,
                false,
                Recompute.NONE,
                Offload.NONE,
                Overlap.DEFAULT,
                Synchrony.SYNCHRONOUS);
    }
}
