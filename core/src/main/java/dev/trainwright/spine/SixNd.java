package dev.trainwright.spine;

/**
 * The rule of thumb for a transformer's training: six FLOPs for each parameter and token, two forward and four backward (Kaplan et al.
 * 2020, arXiv 2001.08361, section 2.1). Attention's work on the sequence is left out; of a mixture of experts the parameters that one
 * token passes through count.
 */
public final class SixNd {
    private static final double FLOPS = 6;

    private SixNd() {}

    /** FLOPs of training so many parameters on so many tokens. */
    public static double flops(double parameters, double tokens) {
        Require.positive("the parameters", parameters);
        Require.positive("the tokens", tokens);
        return FLOPS * parameters * tokens;
    }

    /** Tokens/s of a device that does so many FLOP/s. */
    public static double tokensPerSecond(double parameters, double flopPerSecond) {
        Require.positive("the FLOP/s", flopPerSecond);
        return flopPerSecond / flops(parameters, 1);
    }

    /** Parameters of the model that a device with so many FLOP/s trains at so many tokens/s. */
    public static double parameters(double flopPerSecond, double tokensPerSecond) {
        Require.positive("the FLOP/s", flopPerSecond);
        return flopPerSecond / flops(1, tokensPerSecond);
    }
}
