package dev.trainwright.plan;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;

/**
 * One value of the dimension of ZeRO: a {@link Sharding} for any number of ranks.
 *
 * @param zero ZeRO stage
 * @param shardGroup ranks to a shard group, {@link #ALL} for as many as there are
 * @param reshardAfterForward whether ZeRO-3 frees gathered weights after forward
 * @param syncEveryMicroStep whether gradients are reduced in every micro-step
 */
public record Spread(ZeroStage zero, int shardGroup, boolean reshardAfterForward, boolean syncEveryMicroStep) {
    /** The shard group of plain ZeRO. */
    public static final int ALL = 0;

    Sharding over(int ranks, Offload offload) {
        return new Sharding(
                zero, shardGroup == ALL ? ranks : shardGroup, reshardAfterForward, syncEveryMicroStep, offload);
    }
}
