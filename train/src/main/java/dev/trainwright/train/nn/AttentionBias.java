package dev.trainwright.train.nn;

/** Which of attention's projections have biases. */
public enum AttentionBias {
    NONE,
    /** Queries, keys and values (Qwen 2). */
    INPUTS,
    /** Those and the output (GPT-2). */
    ALL
}
