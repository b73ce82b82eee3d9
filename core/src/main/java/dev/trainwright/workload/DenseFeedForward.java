package dev.trainwright.workload;

/**
 * A dense feed-forward part.
 *
 * @param intermediate f, its inner width
 * @param gated three matrices (SwiGLU, GeGLU) instead of two
 * @param biasParameters biases of all its matrices together
 */
public record DenseFeedForward(long intermediate, boolean gated, long biasParameters) implements FeedForward {

    /** Number of h x f matrices: 3 when gated, else 2. */
    public int matrices() {
        return gated ? 3 : 2;
    }

    @Override
    public long parameters(long hidden) {
        return matrices() * hidden * intermediate + biasParameters;
    }

    @Override
    public long activeParameters(long hidden) {
        return parameters(hidden);
    }
}
