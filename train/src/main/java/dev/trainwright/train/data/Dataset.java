package dev.trainwright.train.data;

import org.bytedeco.pytorch.global.torch.ScalarType;

/** Samples by number. */
public interface Dataset {
    /** How many. */
    long size();

    /**
     * The samples of those numbers as one micro-batch.
     *
     * @param type of inputs that are no token ids
     */
    MicroBatch batch(long[] samples, ScalarType type);
}
