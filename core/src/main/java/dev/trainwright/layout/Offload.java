package dev.trainwright.layout;

/** What is kept in host memory (Ren et al., arXiv 2101.06840). */
public enum Offload {
    /** Nothing. */
    NONE(ZeroStage.NONE),
    /** Optimizer state and master weights; the host updates. */
    OPTIMIZER(ZeroStage.ZERO_1),
    /** Optimizer state, master weights, and the weights themselves. */
    OPTIMIZER_AND_PARAMETERS(ZeroStage.ZERO_3);

    private final ZeroStage leastZero;

    Offload(ZeroStage leastZero) {
        this.leastZero = leastZero;
    }

    /** The first stage of ZeRO that can keep so much on the host: what is kept there is sharded. */
    public ZeroStage leastZero() {
        return leastZero;
    }
}
