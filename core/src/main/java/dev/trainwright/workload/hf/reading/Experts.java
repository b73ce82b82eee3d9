package dev.trainwright.workload.hf.reading;

import dev.trainwright.workload.MixtureOfExperts;

/** Routed experts, gated unless told otherwise, while they are being read. */
public final class Experts {
    private final int experts;
    private final int topK;
    private final long intermediate;
    private long sharedIntermediate;
    private boolean sharedGate;
    private long expertBias;
    private boolean routerBias;
    private boolean gated = true;

    public Experts(Fields fields, String expertsKey, String topKKey, long intermediate) {
        this(fields, fields.size(Size.EXPERTS, expertsKey), fields.size(Size.EXPERTS, topKKey), topKKey, intermediate);
    }

    /** Numbers that were read already. */
    public Experts(Fields fields, int experts, int topK, String topKKey, long intermediate) {
        this.experts = experts;
        this.topK = topK;
        this.intermediate = intermediate;
        fields.require(topK <= experts, topKKey, "expected at most the number of experts, " + experts);
    }

    /** Two matrices an expert instead of three. */
    public Experts ungated() {
        gated = false;
        return this;
    }

    /** As many shared experts of {@code each} as the key says, none where it is null. */
    public Experts shared(Fields fields, String key, long each) {
        long count = fields.isNull(key) ? 0 : fields.size(Size.COUNT, key);
        fields.require(count <= 64, key, "expected a whole number of experts up to 64");
        return shared(Math.min(64, count) * each);
    }

    /** Experts that every token visits, {@code intermediate} of all of them together. */
    public Experts shared(long allIntermediate) {
        sharedIntermediate = allIntermediate;
        return this;
    }

    /** A gate of one output in front of the shared experts. */
    public Experts sharedGate() {
        sharedGate = true;
        return this;
    }

    public Experts expertBias(long parameters) {
        expertBias = parameters;
        return this;
    }

    /** A bias for each expert in the router, be it added to its scores or only to the choice. */
    public Experts routerBias(boolean bias) {
        routerBias = bias;
        return this;
    }

    /** The feed-forward part of one layer. */
    public MixtureOfExperts routed(long hidden) {
        return new MixtureOfExperts(
                experts,
                topK,
                intermediate,
                sharedIntermediate,
                gated,
                expertBias,
                experts * hidden + (routerBias ? experts : 0),
                sharedGate ? hidden : 0);
    }
}
