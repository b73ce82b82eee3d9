package dev.trainwright.workload;

/**
 * Exact parameters of a transformer by what they belong to.
 *
 * @param total all stored parameters
 * @param active those that one token passes through (top-k experts only); the token table counts once
 * @param embedding the input embeddings of all stacks
 * @param head the output head besides a tied table
 * @param mixers attention and other token mixers, cross attention included
 * @param denseFeedForward dense feed-forward parts
 * @param routedExperts routed experts, the part that expert parallelism shards
 * @param otherExperts shared experts, routers and their gates
 * @param norms all norms
 * @param others named groups outside the stacks
 */
public record ParameterCount(
        long total,
        long active,
        long embedding,
        long head,
        long mixers,
        long denseFeedForward,
        long routedExperts,
        long otherExperts,
        long norms,
        long others) {

    /** Counts {@code model}; shared layers once. */
    public static ParameterCount of(Transformer model) {
        long embedding = 0;
        long mixers = 0;
        long dense = 0;
        long routed = 0;
        long otherExperts = 0;
        long norms = 0;
        long idle = 0;
        for (Stack stack : model.stacks()) {
            long h = stack.hidden();
            embedding += stack.embeddingParameters();
            norms += stack.finalNormParameters();
            for (LayerGroup group : stack.groups()) {
                long n = group.shared() ? 1 : group.count();
                Layer layer = group.layer();
                Attention cross = layer.cross();
                mixers += n * (layer.mixer().parameters(h) + (cross == null ? 0 : cross.parameters(h)));
                norms += n * layer.normParameters();
                if (layer.feedForward() instanceof MixtureOfExperts moe) {
                    routed += n * moe.routedParameters(h);
                    otherExperts += n * (moe.parameters(h) - moe.routedParameters(h));
                    idle += n * (moe.parameters(h) - moe.activeParameters(h));
                } else {
                    dense += n * layer.feedForward().parameters(h);
                }
            }
        }
        long head = model.head().parameters();
        long others = model.others().stream().mapToLong(ParameterGroup::count).sum();
        long total = embedding + head + mixers + dense + routed + otherExperts + norms + others;
        return new ParameterCount(
                total, total - idle, embedding, head, mixers, dense, routed, otherExperts, norms, others);
    }
}
