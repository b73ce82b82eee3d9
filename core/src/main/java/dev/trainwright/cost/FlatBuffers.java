package dev.trainwright.cost;

import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Precision;

/**
 * What DeepSpeed holds because it works on flat copies of what others use in place (its {@code runtime/zero/stage_1_and_2.py}, {@code stage3.py} and {@code
 * bf16_optimizer.py}, checked against the memory of BLOOM's experiments).
 */
public final class FlatBuffers {
    /** {@code reduce_bucket_size}'s default. */
    private static final double BUCKET = 5e8;
    /** {@code sub_group_size}'s default: what ZeRO-3 updates at once. */
    private static final double SUB_GROUP = 1e9;
    /** Share of everything held that the allocator reserves beside it: parameters are made, flattened and freed again, which leaves holes (BLOOM's experiments, fp16). */
    public static final double HOLES = 0.15;

    private FlatBuffers() {}

    /**
     * Bytes beside weights, gradients and states. Where gradients are accumulated wider than the weights, the narrow ones that backward writes stay until the next
     * backward. Else they are reduced from a bucket, and a rank's share of them is copied flat for the step, as it is and in the master's format.
     *
     * @param trained parameters on the rank before sharding
     * @param shards ranks that share one copy of the optimizer state
     */
    public static double bytes(Precision precision, Sharding sharding, double trained, double shards) {
        if (precision.gradients().bytes() > precision.parameters().bytes()) {
            return trained * precision.parameters().bytes();
        }
        NumberFormat master = precision.master();
        double share = trained / shards;
        double updated = sharding.zero() == ZeroStage.ZERO_3 ? Math.min(share, SUB_GROUP) : share;
        double wide = master == null ? 0 : master.bytes();
        return Math.min(trained, BUCKET) * precision.gradientReduce().bytes()
                + updated * (precision.gradients().bytes() + wide);
    }
}
