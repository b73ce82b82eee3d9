package dev.trainwright.spine;

/** How the learning rate follows the global batch. */
public final class LearningRate {
    private LearningRate() {}

    /**
     * The linear scaling rule (Goyal et al. 2017, arXiv 1706.02677, section 2.1): the rate grows with the global batch,
     * whatever number of devices it is spread over, because data parallelism averages the gradients.
     *
     * @param baseRate a rate known to work with {@code baseBatch}
     */
    public static double linear(double baseRate, long baseBatch, long globalBatch) {
        Require.positive("the learning rate", baseRate);
        Require.atLeast("the base batch", 1, baseBatch);
        Require.atLeast("the global batch", 1, globalBatch);
        return baseRate * globalBatch / baseBatch;
    }
}
