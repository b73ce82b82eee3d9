package dev.trainwright.cost;

import dev.trainwright.layout.Recompute;

/**
 * How one layer's work is cut, which is all of a layout that a layer's cost depends on.
 *
 * @param tp tensor-parallel degree
 * @param cp context-parallel degree
 * @param ep expert-parallel degree
 * @param expertLoad tokens of the busiest expert-parallel rank over the mean
 * @param sequenceParallel whether norms and residuals are split along the sequence
 * @param microBatch samples of a micro-batch, b
 * @param recompute what backward computes again
 * @param overlapTensor whether tensor-parallel collectives hide behind the products beside them
 * @param overlapExpert whether all-to-alls hide behind other compute
 */
public record Split(
        int tp,
        int cp,
        int ep,
        double expertLoad,
        boolean sequenceParallel,
        long microBatch,
        Recompute recompute,
        boolean overlapTensor,
        boolean overlapExpert) {

    /** One device that does it all. */
    public static Split none(long microBatch) {
        return new Split(1, 1, 1, 1, false, microBatch, Recompute.NONE, false, false);
    }

    /** Tensor-parallel degree of routed experts: 1 where expert parallelism keeps each whole on one rank. */
    public int expertTp() {
        return ep > 1 ? 1 : tp;
    }
}
