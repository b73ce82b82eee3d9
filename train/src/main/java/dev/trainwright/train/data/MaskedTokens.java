package dev.trainwright.train.data;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Losses;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Tokens of which some are hidden, and to be told: of each sample 15 % in the mean, at least one, the same in every epoch. Of those 80 % are replaced by the mask, 10 % by
 * any token, and 10 % stay (Devlin et al., arXiv 1810.04805, section 3.1).
 *
 * @param of whose inputs are the tokens
 * @param mask the id that hides a token
 * @param vocab ids from 0 that replace one
 * @param seed of what is hidden
 */
public record MaskedTokens(Dataset of, long mask, long vocab, long seed) implements Dataset {
    private static final double HIDDEN = 0.15;
    private static final double MASKED = 0.8;
    private static final double REPLACED = 0.1;

    @Override
    public long size() {
        return of.size();
    }

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        long[] ids = Tensors.longs(of.batch(samples, type).inputs());
        long[] targets = new long[ids.length];
        Arrays.fill(targets, Losses.IGNORED);
        int sequence = ids.length / samples.length;
        double others = (HIDDEN * sequence - 1) / (sequence - 1);
        for (int i = 0; i < samples.length; i++) {
            SplittableRandom random = new SplittableRandom(seed * 31 + samples[i]);
            int one = random.nextInt(sequence);
            for (int t = 0; t < sequence; t++) {
                if (t == one || random.nextDouble() < others) {
                    int at = i * sequence + t;
                    targets[at] = ids[at];
                    ids[at] = seen(ids[at], random);
                }
            }
        }
        long counted = Arrays.stream(targets)
                .filter(target -> target != Losses.IGNORED)
                .count();
        return new MicroBatch(
                Tensors.of(ids, samples.length, sequence), Tensors.of(targets, samples.length, sequence), counted);
    }

    private long seen(long id, SplittableRandom random) {
        double fate = random.nextDouble();
        return fate < MASKED ? mask : fate < MASKED + REPLACED ? random.nextLong(vocab) : id;
    }
}
