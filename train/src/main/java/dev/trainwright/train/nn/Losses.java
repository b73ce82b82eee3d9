package dev.trainwright.train.nn;

/** Constants of PyTorch's losses. */
public final class Losses {
    /** The target that does not count, PyTorch's {@code ignore_index}. */
    public static final long IGNORED = -100;

    /** Reduction by sum, {@code at::Reduction::Sum}. */
    static final long SUM = 2;

    private Losses() {}
}
