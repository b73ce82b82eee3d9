package dev.trainwright.workload;

/**
 * A routed feed-forward part.
 *
 * @param experts e, routed experts
 * @param topK experts that one token visits
 * @param expertIntermediate f of one routed expert
 * @param sharedIntermediate f of all shared experts together, 0 for none
 * @param gated three matrices per expert instead of two
 * @param expertBias biases of one routed expert
 * @param routerParameters the router, with its bias where it has one
 * @param otherParameters gates and biases of shared experts
 */
public record MixtureOfExperts(
        int experts,
        int topK,
        long expertIntermediate,
        long sharedIntermediate,
        boolean gated,
        long expertBias,
        long routerParameters,
        long otherParameters)
        implements FeedForward {

    public MixtureOfExperts {
        if (topK < 1 || topK > experts) {
            throw new IllegalArgumentException("top-k of " + topK + " over " + experts + " experts: 1 to " + experts);
        }
    }

    /** Number of matrices of one expert: 3 when gated, else 2. */
    public int matrices() {
        return gated ? 3 : 2;
    }

    /** Parameters of all routed experts, the part that expert parallelism shards. */
    public long routedParameters(long hidden) {
        return experts * (matrices() * hidden * expertIntermediate + expertBias);
    }

    @Override
    public long parameters(long hidden) {
        return routedParameters(hidden) + matrices() * hidden * sharedIntermediate + routerParameters + otherParameters;
    }

    @Override
    public long activeParameters(long hidden) {
        return parameters(hidden) - (experts - topK) * (matrices() * hidden * expertIntermediate + expertBias);
    }
}
