package dev.trainwright.workload;

/** Optimizers with the state they hold for each trained parameter, besides the master copy that {@link Precision} tells of. */
public enum Optimizer {
    /** Two fp32 moments (Loshchilov and Hutter, arXiv 1711.05101). */
    ADAMW(8),
    /** Two 8-bit moments with an fp32 scale for each block of 256 (Dettmers et al., arXiv 2110.02861; blocks as bitsandbytes has them since 0.44, 2,048 in the paper). */
    ADAM_8BIT(2 + 2 * 4.0 / 256),
    /** Factored second moment without first moment (Shazeer and Stern, arXiv 1804.04235): sums of rows and columns, which depend on the matrices' shapes and are counted from them. */
    ADAFACTOR(0),
    /** One fp32 momentum for matrices (Jordan et al. 2024); embeddings and norms stay with AdamW. */
    MUON(4),
    /** No state. */
    SGD(0),
    /** One fp32 momentum. */
    SGD_MOMENTUM(4);

    private final double stateBytes;

    Optimizer(double stateBytes) {
        this.stateBytes = stateBytes;
    }

    /** Bytes of state for one trained parameter. */
    public double stateBytes() {
        return stateBytes;
    }
}
