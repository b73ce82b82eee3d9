package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * One layer: a token mixer, possibly attention over another stack, and a feed-forward part.
 *
 * @param mixer how tokens see one another
 * @param cross attention over the encoder's output, or null
 * @param feedForward the second half
 * @param norms how many normalisations of the residual width the layer applies (2 for most, 4 for Gemma 2)
 * @param normParameters their parameters, biases included
 */
public record Layer(Mixer mixer, @Nullable Attention cross, FeedForward feedForward, int norms, long normParameters) {}
