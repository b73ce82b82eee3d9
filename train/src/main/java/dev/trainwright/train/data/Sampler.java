package dev.trainwright.train.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Deals a data set's samples: each epoch is one permutation by seed, cut into global batches in order, each cut into one run a replica. Which samples a step sees
 * does not depend on the number of replicas, no sample is lost or repeated within an epoch, and the last batch of an epoch may be short.
 */
public final class Sampler {
    private final long size;
    private final long globalBatch;
    private final long seed;
    private long epoch = -1;
    private long[] order = {};

    /**
     * @param size samples
     * @param globalBatch samples of a step
     * @param seed of the permutations
     */
    public Sampler(long size, long globalBatch, long seed) {
        if (size < 1 || globalBatch < 1 || size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a data set of " + size + " samples in batches of " + globalBatch
                    + ": both are at least 1, and the first at most " + Integer.MAX_VALUE);
        }
        this.size = size;
        this.globalBatch = globalBatch;
        this.seed = seed;
    }

    /** Steps of one epoch. */
    public long stepsPerEpoch() {
        return (size + globalBatch - 1) / globalBatch;
    }

    /** Number of samples of {@code step}, 0 for the first. */
    public int samples(long step) {
        long from = step % stepsPerEpoch() * globalBatch;
        return (int) (Math.min(size, from + globalBatch) - from);
    }

    /** The samples of {@code step} in order. */
    public long[] step(long step) {
        int from = (int) (step % stepsPerEpoch() * globalBatch);
        return Arrays.copyOfRange(permutation(step / stepsPerEpoch()), from, from + samples(step));
    }

    /** The micro-batches of replica {@code replica} of {@code replicas} in {@code step}; the last of them may be short, and there may be none. */
    public List<long[]> microBatches(long step, int replica, int replicas, long microBatch) {
        long[] samples = step(step);
        int to = share(samples.length, replica + 1, replicas);
        List<long[]> batches = new ArrayList<>();
        for (int i = share(samples.length, replica, replicas); i < to; i += (int) microBatch) {
            batches.add(Arrays.copyOfRange(samples, i, (int) Math.min(to, i + microBatch)));
        }
        return batches;
    }

    /** The largest number of micro-batches that any replica has in {@code step}. */
    public int mostMicroBatches(long step, int replicas, long microBatch) {
        int most = 0;
        for (int replica = 0; replica < replicas; replica++) {
            int own = share(samples(step), replica + 1, replicas) - share(samples(step), replica, replicas);
            most = Math.max(most, (int) ((own + microBatch - 1) / microBatch));
        }
        return most;
    }

    private static int share(int samples, int replica, int replicas) {
        return (int) ((long) samples * replica / replicas);
    }

    private long[] permutation(long of) {
        if (epoch != of) {
            SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + of);
            order = new long[(int) size];
            for (int i = 0; i < order.length; i++) {
                int j = random.nextInt(i + 1);
                order[i] = order[j];
                order[j] = i;
            }
            epoch = of;
        }
        return order;
    }
}
