package dev.trainwright.train.data;

import dev.trainwright.train.engine.Tensors;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Samples that can be learnt: each class has a pattern of its own, each sample is its class's pattern under noise.
 *
 * @param size samples
 * @param classes told apart
 * @param seed of everything
 * @param shape of one sample
 */
public record SyntheticImages(long size, int classes, long seed, long... shape) implements ClassDataset {
    private static final double NOISE = 1;

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        int elements = 1;
        long[] whole = new long[shape.length + 1];
        whole[0] = samples.length;
        for (int i = 0; i < shape.length; i++) {
            elements = Math.toIntExact(elements * shape[i]);
            whole[i + 1] = shape[i];
        }
        double[] inputs = new double[samples.length * elements];
        long[] targets = new long[samples.length];
        for (int i = 0; i < samples.length; i++) {
            SplittableRandom noise = new SplittableRandom(seed * 31 + samples[i]);
            targets[i] = noise.nextInt(classes);
            SplittableRandom pattern = new SplittableRandom(~(seed * 31 + targets[i]));
            for (int e = 0; e < elements; e++) {
                inputs[i * elements + e] = pattern.nextDouble(-1, 1) + NOISE * noise.nextDouble(-1, 1);
            }
        }
        return new MicroBatch(Tensors.of(type, inputs, whole), Tensors.of(targets, targets.length), targets.length);
    }
}
