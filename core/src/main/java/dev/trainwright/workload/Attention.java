package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * Softmax attention with multi-head, grouped-query or multi-query heads.
 *
 * @param heads a, query heads
 * @param kvHeads a_kv, key and value heads (a for multi-head, 1 for multi-query)
 * @param headSize d; {@code d x a} need not equal the hidden size
 * @param biasParameters biases of the four projections together, and attention sinks
 * @param normParameters parameters of query and key norms (Qwen 3, OLMo 2)
 * @param outputGate whether the query projection is doubled by a gate on the output (Qwen 3.5)
 * @param causal whether a token sees only earlier ones
 * @param window sliding window in tokens, or null where every token is in reach
 * @param kvMatrices projections of keys and values: 2, or 1 where the values are the keys, or 0 where an earlier layer's are used (Gemma 4)
 */
public record Attention(
        int heads,
        int kvHeads,
        int headSize,
        long biasParameters,
        long normParameters,
        boolean outputGate,
        boolean causal,
        @Nullable Long window,
        int kvMatrices)
        implements Mixer {

    /** With keys and values of its own. */
    public Attention(
            int heads,
            int kvHeads,
            int headSize,
            long biasParameters,
            long normParameters,
            boolean outputGate,
            boolean causal,
            @Nullable Long window) {
        this(heads, kvHeads, headSize, biasParameters, normParameters, outputGate, causal, window, 2);
    }

    public Attention {
        if (heads < 1 || kvHeads < 1 || headSize < 1 || heads % kvHeads != 0) {
            throw new IllegalArgumentException("attention of " + heads + " heads of size " + headSize + " over "
                    + kvHeads + " key/value heads: all positive, and heads a multiple of key/value heads");
        }
    }

    /** Plain attention without biases or extra norms. */
    public static Attention of(int heads, int kvHeads, int headSize, boolean causal) {
        return new Attention(heads, kvHeads, headSize, 0, 0, false, causal, null);
    }

    /** Width of all query heads together, {@code a d}. */
    public long queryWidth() {
        return (long) heads * headSize;
    }

    /** Width of all key heads (or value heads) together, {@code a_kv d}. */
    public long kvWidth() {
        return (long) kvHeads * headSize;
    }

    @Override
    public long parameters(long hidden) {
        long query = hidden * queryWidth() * (outputGate ? 2 : 1);
        return query + kvMatrices * hidden * kvWidth() + queryWidth() * hidden + biasParameters + normParameters;
    }
}
