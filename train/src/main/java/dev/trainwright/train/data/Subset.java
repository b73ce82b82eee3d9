package dev.trainwright.train.data;

import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A run of a data set's samples.
 *
 * @param of the whole
 * @param from its first sample
 * @param size how many
 */
public record Subset(Dataset of, long from, long size) implements Dataset {
    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        long[] shifted = samples.clone();
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] += from;
        }
        return of.batch(shifted, type);
    }
}
