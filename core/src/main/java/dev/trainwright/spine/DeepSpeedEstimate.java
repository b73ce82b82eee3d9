package dev.trainwright.spine;

/**
 * What DeepSpeed's estimators say of the memory of model states, mixed precision with Adam (DeepSpeed documentation, "Memory Requirements"; the unit that they call GB is GiB). They leave out
 * activations, gathered and prefetched layers beyond one, buffers and the device's context.
 *
 * @param deviceBytes on each device
 * @param hostBytes on each node
 */
public record DeepSpeedEstimate(double deviceBytes, double hostBytes) {
    private static final double HALF = 2;
    private static final double SINGLE = 4;

    /** Weights, gradients and both moments in fp32. */
    private static final double OPTIMIZER = 16;

    /** What the host is given besides, as they choose it. */
    private static final double HOST_MARGIN = 1.5;

    /**
     * A model on devices.
     *
     * @param largestLayer parameters of the largest layer
     * @param devices of all nodes
     * @param nodeDevices of one node
     */
    public record Setup(long parameters, long largestLayer, long devices, long nodeDevices) {
        public Setup {
            Require.atLeast("the number of parameters", 1, parameters);
            Require.atLeast("the parameters of the largest layer", 0, largestLayer);
            Require.atLeast("the devices of a node", 1, nodeDevices);
            Require.atLeast("the number of devices", nodeDevices, devices);
        }

        private double built(double parameters) {
            return parameters * SINGLE * nodeDevices * HOST_MARGIN;
        }
    }

    /** Under ZeRO-2. */
    public static DeepSpeedEstimate zero2(Setup setup, boolean offloadsOptimizer) {
        double p = setup.parameters();
        return offloadsOptimizer
                ? new DeepSpeedEstimate(HALF * p, Math.max(setup.built(p), OPTIMIZER * p * HOST_MARGIN))
                : new DeepSpeedEstimate(2 * HALF * p + OPTIMIZER * p / setup.devices(), setup.built(p));
    }

    /**
     * Under ZeRO-3.
     *
     * @param offloadsWeights too; only with the optimizer
     * @param shardedFromTheStart whether {@code zero.Init} builds the model sharded; else each process builds a whole one on the host first
     */
    public static DeepSpeedEstimate zero3(
            Setup setup, boolean offloadsOptimizer, boolean offloadsWeights, boolean shardedFromTheStart) {
        double p = setup.parameters();
        double gathered = 2 * HALF * setup.largestLayer();
        double onDevice = offloadsWeights ? 0 : offloadsOptimizer ? HALF : HALF + OPTIMIZER;
        double onHost = offloadsWeights ? HALF + OPTIMIZER : offloadsOptimizer ? OPTIMIZER : 0;
        double offloaded = onHost * p * setup.nodeDevices() / setup.devices() * HOST_MARGIN;
        double atStart = shardedFromTheStart ? setup.built(onHost > 0 ? 0 : setup.largestLayer()) : setup.built(p);
        return new DeepSpeedEstimate(gathered + onDevice * p / setup.devices(), Math.max(offloaded, atStart));
    }
}
