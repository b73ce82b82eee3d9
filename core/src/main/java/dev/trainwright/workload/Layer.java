package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * One layer: a token mixer, possibly a second attention, and a feed-forward part.
 *
 * @param mixer how tokens see one another
 * @param cross a second attention: over the encoder's output, or beside the mixer on the same input (Falcon-H1); null for none
 * @param feedForward the second half
 * @param norms how many normalisations of the residual width the layer applies (2 for most, 4 for Gemma 2)
 * @param normParameters their parameters, biases included
 */
public record Layer(Mixer mixer, @Nullable Attention cross, FeedForward feedForward, int norms, long normParameters) {}
