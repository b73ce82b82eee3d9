package dev.trainwright.layout;

/**
 * How a layout spreads the model's states over its data-parallel ranks and the host: all of it that changes neither what a stage computes nor how the stages
 * follow one another.
 *
 * @param zero ZeRO stage
 * @param shardGroup ranks over which ZeRO shards
 * @param reshardAfterForward ZeRO-3: free gathered weights after forward and gather again in backward
 * @param syncEveryMicroStep whether gradients are reduced in every micro-step of an accumulation window
 * @param offload what is kept in host memory
 */
public record Sharding(
        ZeroStage zero, int shardGroup, boolean reshardAfterForward, boolean syncEveryMicroStep, Offload offload) {}
