package dev.trainwright.train.data;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Deals a data set's samples: each epoch is one permutation by seed, cut into global batches in order, each cut into one run a replica. Which samples a step sees
 * does not depend on the number of replicas, no sample is lost or repeated within an epoch, and the last batch of an epoch may be short.
 *
 * @param size samples
 * @param globalBatch samples of a step
 * @param seed of the permutations
 */
public record Sampler(long size, long globalBatch, long seed) {
    public Sampler {
        if (size < 1 || globalBatch < 1 || size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a data set of " + size + " samples in batches of " + globalBatch
                    + ": both are at least 1, and the first at most " + Integer.MAX_VALUE);
        }
    }

    /** Steps of one epoch. */
    public long stepsPerEpoch() {
        return (size + globalBatch - 1) / globalBatch;
    }

    /** The samples of {@code step} (0 for the first) in order. */
    public long[] step(long step) {
        long[] order = permutation(step / stepsPerEpoch());
        long from = step % stepsPerEpoch() * globalBatch;
        return java.util.Arrays.copyOfRange(order, (int) from, (int) Math.min(size, from + globalBatch));
    }

    /** The micro-batches of replica {@code replica} of {@code replicas} in {@code step}; the last of them may be short, and there may be none. */
    public List<long[]> microBatches(long step, int replica, int replicas, long microBatch) {
        long[] samples = step(step);
        int from = (int) ((long) samples.length * replica / replicas);
        int to = (int) ((long) samples.length * (replica + 1) / replicas);
        List<long[]> batches = new ArrayList<>();
        for (int i = from; i < to; i += (int) microBatch) {
            batches.add(java.util.Arrays.copyOfRange(samples, i, (int) Math.min(to, i + microBatch)));
        }
        return batches;
    }

    private long[] permutation(long epoch) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + epoch);
        long[] order = new long[(int) size];
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
