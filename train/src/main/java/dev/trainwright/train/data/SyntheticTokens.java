package dev.trainwright.train.data;

import dev.trainwright.train.engine.Tensors;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Token sequences that can be learnt: each token follows from the one before by a fixed rule, but for some noise.
 *
 * @param size samples
 * @param sequence tokens of a sample
 * @param vocab token ids
 * @param seed of everything
 */
public record SyntheticTokens(long size, int sequence, int vocab, long seed) implements Dataset {
    private static final double NOISE = 0.1;

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        long[] inputs = new long[samples.length * sequence];
        long[] targets = new long[samples.length * sequence];
        for (int i = 0; i < samples.length; i++) {
            SplittableRandom random = new SplittableRandom(seed * 31 + samples[i]);
            long token = random.nextInt(vocab);
            for (int t = 0; t < sequence; t++) {
                inputs[i * sequence + t] = token;
                token = random.nextDouble() < NOISE ? random.nextInt(vocab) : (token * 5 + 7) % vocab;
                targets[i * sequence + t] = token;
            }
        }
        return new MicroBatch(
                Tensors.of(inputs, samples.length, sequence),
                Tensors.of(targets, samples.length, sequence),
                targets.length);
    }
}
