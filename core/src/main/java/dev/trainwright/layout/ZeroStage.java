package dev.trainwright.layout;

/** What data-parallel ranks shard among themselves (Rajbhandari et al., arXiv 1910.02054). */
public enum ZeroStage {
    /** Nothing: every rank holds everything (DDP). */
    NONE,
    /** Optimizer state. */
    ZERO_1,
    /** Optimizer state and gradients. */
    ZERO_2,
    /** Optimizer state, gradients and weights (FSDP). */
    ZERO_3
}
