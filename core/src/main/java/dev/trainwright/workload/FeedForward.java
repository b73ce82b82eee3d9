package dev.trainwright.workload;

/** The second half of a layer. */
public sealed interface FeedForward permits DenseFeedForward, MixtureOfExperts {

    /** All parameters in a stream of width {@code hidden}. */
    long parameters(long hidden);

    /** The parameters that one token passes through. */
    long activeParameters(long hidden);
}
