package dev.trainwright.layout;

/** What backward computes again (Korthikanti et al., arXiv 2205.05198). */
public enum Recompute {
    /** Nothing. */
    NONE,
    /** The attention core, whose activations are large and cheap to make. */
    SELECTIVE,
    /** Everything but attention and every second matrix product (torchtitan's selective activation checkpointing by operation). */
    SELECTIVE_OPERATIONS,
    /** Every layer from its input. */
    FULL
}
