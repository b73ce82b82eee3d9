package dev.trainwright.workload.hf;

import dev.trainwright.workload.MixtureOfExperts;

/** Routed gated experts while they are being read. */
final class Experts {
    private final int experts;
    private final int topK;
    private final long intermediate;
    private long sharedIntermediate;
    private boolean sharedGate;
    private long expertBias;
    private boolean routerBias;

    Experts(Fields fields, String expertsKey, String topKKey, long intermediate) {
        experts = fields.size(Size.EXPERTS, expertsKey);
        topK = fields.size(Size.EXPERTS, topKKey);
        this.intermediate = intermediate;
        fields.require(topK <= experts, topKKey, "expected at most the number of experts, " + experts);
    }

    /** Experts that every token visits, {@code intermediate} of all of them together. */
    Experts shared(long allIntermediate) {
        sharedIntermediate = allIntermediate;
        return this;
    }

    /** A gate of one output in front of the shared experts. */
    Experts sharedGate() {
        sharedGate = true;
        return this;
    }

    Experts expertBias(long parameters) {
        expertBias = parameters;
        return this;
    }

    /** A bias for each expert in the router, be it added to its scores or only to the choice. */
    Experts routerBias(boolean bias) {
        routerBias = bias;
        return this;
    }

    /** The feed-forward part of one layer. */
    MixtureOfExperts routed(long hidden) {
        return new MixtureOfExperts(
                experts,
                topK,
                intermediate,
                sharedIntermediate,
                true,
                expertBias,
                experts * hidden + (routerBias ? experts : 0),
                sharedGate ? hidden : 0);
    }
}
