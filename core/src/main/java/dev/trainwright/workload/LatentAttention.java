package dev.trainwright.workload;

/**
 * Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, section 2.1): keys and values are made from a low-rank latent.
 *
 * @param heads a
 * @param queryRank r_q, or 0 where queries are projected directly
 * @param kvRank r_kv
 * @param nopeSize d_n, the part of a query or key head without rotation
 * @param ropeSize d_r, the rotated part, shared by all key heads
 * @param valueSize d_v
 * @param otherParameters biases, and the indexer that chooses what is attended to (DeepSeek-V3.2)
 * @param causal whether a token sees only earlier ones
 */
public record LatentAttention(
        int heads,
        int queryRank,
        int kvRank,
        int nopeSize,
        int ropeSize,
        int valueSize,
        long otherParameters,
        boolean causal)
        implements Mixer {

    @Override
    public long parameters(long hidden) {
        long headWidth = (long) heads * (nopeSize + ropeSize);
        long query = queryRank == 0 ? hidden * headWidth : hidden * queryRank + queryRank + queryRank * headWidth;
        long latent = hidden * (kvRank + ropeSize) + kvRank;
        long keysAndValues = (long) kvRank * heads * (nopeSize + valueSize);
        return query + latent + keysAndValues + (long) heads * valueSize * hidden + otherParameters;
    }
}
