package dev.trainwright.workload.hf.reading;

import dev.trainwright.workload.LinearAttention;

/** Mixers whose work for a token does not grow with the sequence. */
public final class LinearMixers {

    private LinearMixers() {}

    /**
     * Gated delta rule (Yang et al., arXiv 2412.06464): a state of d_k x d_v for each value head that every token decays, corrects and reads, 7 d_k d_v FLOPs in
     * recurrent form; queries, keys and values pass a short convolution first.
     */
    public static LinearAttention deltaNet(Fields fields, long hidden) {
        long keyHeads = fields.shape(16, Size.HEADS, "linear_num_key_heads");
        long valueHeads = fields.shape(32, Size.HEADS, "linear_num_value_heads");
        long keySize = fields.shape(128, Size.HEAD_SIZE, "linear_key_head_dim");
        long valueSize = fields.shape(128, Size.HEAD_SIZE, "linear_value_head_dim");
        long kernel = fields.shape(4, Size.HEADS, "linear_conv_kernel_dim");
        fields.require(
                valueHeads % keyHeads == 0,
                "linear_num_value_heads",
                "expected a multiple of linear_num_key_heads, " + keyHeads);
        long keys = keyHeads * keySize;
        long values = valueHeads * valueSize;
        long mixed = 2 * keys + values;
        return new LinearAttention(
                "gated delta rule of " + valueHeads + " heads of " + keySize + " x " + valueSize,
                hidden * (mixed + values + 2 * valueHeads) + values * hidden,
                mixed * kernel + 2 * valueHeads + valueSize,
                7.0 * keySize * values + 2.0 * mixed * kernel,
                mixed + 2 * values);
    }

    /**
     * Selective state space (Gu and Dao, arXiv 2312.00752): for each of the inner channels N states that are decayed, fed and read, 6 N FLOPs.
     *
     * @param innerNorms whether steps, inputs and outputs of the state pass a norm each (Jamba)
     */
    public static LinearAttention mamba(
            long hidden,
            long inner,
            long states,
            long rank,
            long kernel,
            boolean bias,
            boolean convolutionBias,
            boolean innerNorms) {
        return new LinearAttention(
                "selective state space of " + inner + " channels with " + states + " states",
                hidden * 2 * inner + inner * (rank + 2 * states) + rank * inner + inner * hidden,
                inner * kernel
                        + (convolutionBias ? inner : 0)
                        + inner
                        + inner * states
                        + inner
                        + (bias ? 2 * inner + hidden : 0)
                        + (innerNorms ? rank + 2 * states : 0),
                6.0 * inner * states + 2.0 * inner * kernel,
                4 * inner);
    }

    /** Mamba 2 (Dao and Gu, arXiv 2405.21060): heads with one decay each; inputs and outputs of the state are shared by groups. */
    public static LinearAttention mamba2(
            long hidden,
            long heads,
            long headSize,
            long states,
            long groups,
            long kernel,
            boolean bias,
            boolean convolutionBias) {
        long inner = heads * headSize;
        long mixed = inner + 2 * groups * states;
        long inputs = inner + mixed + heads;
        return new LinearAttention(
                "state space duality of " + heads + " heads of " + headSize + " with " + states + " states",
                hidden * inputs + inner * hidden,
                mixed * kernel + (convolutionBias ? mixed : 0) + 3 * heads + inner + (bias ? inputs + hidden : 0),
                6.0 * inner * states + 2.0 * mixed * kernel,
                mixed + 3 * inner);
    }

    /** A gated convolution over a few tokens (LFM2). */
    public static LinearAttention shortConvolution(long hidden, long kernel, boolean bias) {
        return new LinearAttention(
                "gated convolution over " + kernel + " tokens",
                4 * hidden * hidden,
                hidden * kernel + (bias ? 5 * hidden : 0),
                2.0 * hidden * kernel,
                4 * hidden);
    }

    /**
     * A gated linear recurrence (De et al., arXiv 2402.19427, section 2.4): two branches, a short convolution, and two gates that are products within each head; 8
     * FLOPs a channel for decay, input and state.
     */
    public static LinearAttention gatedRecurrence(long hidden, long width, long heads, long kernel) {
        return new LinearAttention(
                "gated linear recurrence of " + width + " channels",
                3 * hidden * width + 2 * width * (width / heads),
                2 * width + hidden + width * kernel + width + 3 * width,
                8.0 * width + 2.0 * width * kernel,
                6 * width);
    }

    /** Kimi delta attention (arXiv 2510.26692): the delta rule with a decay for each channel, made through a rank of one head's size, as the output gate is. */
    public static LinearAttention channelDecayingDelta(long hidden, long heads, long size, long kernel) {
        long width = heads * size;
        return new LinearAttention(
                "delta rule of " + heads + " heads of " + size + " x " + size + " with channel-wise decay",
                hidden * (4 * width + heads + 2 * size) + 2 * size * width,
                3 * width * kernel + heads + width + size,
                7.0 * size * width + 6.0 * width * kernel,
                5 * width);
    }

    /** Lightning attention (Qin et al., arXiv 2401.04658): a state of d x d a head with a fixed decay, 4 d^2 FLOPs; a norm and a gate on what comes out. */
    public static LinearAttention lightning(long hidden, long heads, long size) {
        long width = heads * size;
        return new LinearAttention(
                "lightning attention of " + heads + " heads of " + size,
                5 * hidden * width,
                width,
                4.0 * size * width,
                5 * width);
    }
}
