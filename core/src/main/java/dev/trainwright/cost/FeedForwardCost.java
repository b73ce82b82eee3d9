package dev.trainwright.cost;

import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.MixtureOfExperts;

/** Operations, saved bytes and local parameters of a feed-forward part on one rank. Routed tokens are spread evenly over the experts of a rank. */
final class FeedForwardCost {
    private FeedForwardCost() {}

    /**
     * Adds its operations.
     *
     * @param tokens of the tensor-parallel group's micro-batch
     */
    static void add(
            OperationSum sum,
            FeedForward part,
            double hidden,
            double tokens,
            Split split,
            double activationBytes,
            boolean frozen) {
        if (part instanceof DenseFeedForward dense) {
            dense(
                    sum,
                    1,
                    tokens,
                    hidden,
                    (double) dense.intermediate() / split.tp(),
                    dense.gated(),
                    activationBytes,
                    frozen);
            return;
        }
        MixtureOfExperts moe = (MixtureOfExperts) part;
        double routerTokens = split.sequenceParallel() ? tokens / split.tp() : tokens;
        sum.matmul(1, routerTokens, moe.experts(), hidden, frozen);
        double expertsHere = (double) moe.experts() / split.ep();
        double routed = routedTokens(moe, tokens, split);
        double width = (double) moe.expertIntermediate() / split.expertTp();
        sum.elementwise(4 * routed * hidden * activationBytes, 4);
        dense(sum, expertsHere, routed / expertsHere, hidden, width, moe.gated(), activationBytes, frozen);
        if (moe.sharedIntermediate() > 0) {
            dense(
                    sum,
                    1,
                    tokens,
                    hidden,
                    (double) moe.sharedIntermediate() / split.tp(),
                    moe.gated(),
                    activationBytes,
                    frozen);
        }
    }

    /** Token visits that arrive at one rank's experts, the busiest one's. With expert parallelism a tensor-parallel group's tokens are dealt out among its ranks. */
    static double routedTokens(MixtureOfExperts moe, double tokens, Split split) {
        return moe.topK() * (split.ep() > 1 ? split.expertLoad() * tokens / split.tp() : tokens);
    }

    private static void dense(
            OperationSum sum,
            double count,
            double tokens,
            double hidden,
            double width,
            boolean gated,
            double activationBytes,
            boolean frozen) {
        if (width == 0) {
            return; // a layer that is a mixer alone
        }
        sum.matmul(count, tokens, gated ? 2 * width : width, hidden, frozen);
        sum.elementwise(count * (gated ? 3 : 2) * tokens * width * activationBytes, count > 1 ? 2 : 1);
        sum.matmul(count, tokens, hidden, width, frozen);
    }

    /** FLOPs of a token, forward, the experts it does not visit left out. */
    static double flopsPerToken(FeedForward part, double hidden) {
        if (part instanceof DenseFeedForward dense) {
            return 2.0 * dense.matrices() * hidden * dense.intermediate();
        }
        MixtureOfExperts moe = (MixtureOfExperts) part;
        return 2.0
                        * moe.matrices()
                        * hidden
                        * (moe.topK() * (double) moe.expertIntermediate() + moe.sharedIntermediate())
                + 2.0 * hidden * moe.experts();
    }

    /**
     * Bytes saved by the tokens of one tensor-parallel group's micro-batch: input of the second product and what the activation function needs; for routed experts also each visit's
     * input. Routing weights are applied inside the experts (Megatron Core), so that their outputs need not be saved.
     */
    static double savedBytes(FeedForward part, double hidden, double tokens, Split split, double activationBytes) {
        if (part instanceof DenseFeedForward dense) {
            double inner = (dense.gated() ? 3 : 2) * (double) dense.intermediate() / split.tp();
            return tokens * inner * activationBytes;
        }
        MixtureOfExperts moe = (MixtureOfExperts) part;
        double perVisit = (moe.gated() ? 3 : 2) * (double) moe.expertIntermediate() / split.expertTp() + hidden;
        double shared = (moe.gated() ? 3 : 2) * (double) moe.sharedIntermediate() / split.tp();
        return (routedTokens(moe, tokens, split) * perVisit + tokens * shared) * activationBytes
                + tokens * moe.experts() * 4.0 / (split.sequenceParallel() ? split.tp() : 1);
    }

    /** Parameters on one rank outside routed experts. */
    static double localParameters(FeedForward part, long hidden, int tp) {
        if (part instanceof MixtureOfExperts moe) {
            return (double) moe.matrices() * hidden * moe.sharedIntermediate() / tp
                    + moe.routerParameters()
                    + moe.otherParameters();
        }
        return (double) part.parameters(hidden) / tp;
    }

    /** Routed experts' parameters on one rank. */
    static double localExperts(FeedForward part, long hidden, Split split) {
        return part instanceof MixtureOfExperts moe
                ? (double) moe.routedParameters(hidden) / split.ep() / split.expertTp()
                : 0;
    }
}
