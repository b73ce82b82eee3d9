package dev.trainwright.workload;

import java.util.List;

/** Which parameters are trained. */
public sealed interface FineTuning {

    /** All of them. */
    record Full() implements FineTuning {}

    /**
     * Low-rank adapters on frozen weights (Hu et al., arXiv 2106.09685).
     *
     * @param rank r
     * @param targets the matrices that carry an adapter: {@code q}, {@code k}, {@code v}, {@code o}, {@code gate}, {@code up}, {@code down}, the last three of each expert too; under latent attention {@code q}
     *     is both matrices of the queries, {@code k} the one into the latent of keys and values, {@code v} the one out of it
     * @param base how the frozen weights are stored: the compute format for LoRA, {@link NumberFormat#NF4} for QLoRA (arXiv 2305.14314)
     */
    record LowRank(int rank, List<String> targets, NumberFormat base) implements FineTuning {
        public LowRank {
            targets = List.copyOf(targets);
        }
    }
}
