package dev.trainwright.workload;

/**
 * What turns the last hidden state into the loss.
 *
 * @param vocab rows of the output matrix, V (classes for a classifier)
 * @param parameters parameters of the head that are stored besides the embedding (0 when tied and without transform)
 * @param tied whether the output matrix is the token table
 * @param perToken whether logits are made for every token (language models) or once a sequence (classifiers)
 */
public record Head(long vocab, long parameters, boolean tied, boolean perToken) {}
