package dev.trainwright.workload;

/** How a layer lets tokens see one another. */
public sealed interface Mixer permits Attention, LatentAttention, LinearAttention {

    /**
     * Parameters of this mixer in a stream of width {@code hidden}.
     *
     * @param hidden h, width of the residual stream
     */
    long parameters(long hidden);
}
