package dev.trainwright.layout;

/** What is kept in host memory (Ren et al., arXiv 2101.06840). */
public enum Offload {
    /** Nothing. */
    NONE,
    /** Optimizer state and master weights; the host updates. */
    OPTIMIZER,
    /** Optimizer state, master weights, and the weights themselves. */
    OPTIMIZER_AND_PARAMETERS
}
