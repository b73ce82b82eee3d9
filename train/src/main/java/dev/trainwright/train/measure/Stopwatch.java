package dev.trainwright.train.measure;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.world.Collectives;
import java.util.Objects;

/**
 * Times what all ranks do at once. A probe beside which other work took processor time is repeated; of tries that were all disturbed the least so counts.
 */
final class Stopwatch {
    private static final int WARMUP = 5;
    private static final int SAMPLES = 31;

    /** Share of the cores that other work may take, and seconds below which Linux does not count. */
    private static final double TOLERATED = 0.05;

    private static final double UNSEEN_SECONDS = 0.02;

    private final Collectives everyone;
    private final int tries;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private int disturbed;

    /** Repeats a disturbed probe up to {@code tries} times in all. */
    Stopwatch(Collectives everyone, int tries) {
        this.everyone = everyone;
        this.tries = tries;
    }

    /** Tries that were disturbed so far. */
    int disturbed() {
        return disturbed;
    }

    /** Median and spread of the seconds that {@code body} takes, {@code times} of it in one sample. */
    Timing time(String name, int times, Runnable body) {
        Timing best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int tried = 0; tried < tries && least > TOLERATED; tried++) {
            double[] samples = new double[SAMPLES];
            double before = 0;
            long start = 0;
            for (int i = -WARMUP; i < SAMPLES; i++) {
                if (i == 0) {
                    before = others();
                    start = System.nanoTime();
                }
                everyone.barrier();
                long from = System.nanoTime();
                for (int j = 0; j < times; j++) {
                    Tensors.scope(body);
                }
                if (i >= 0) {
                    samples[i] = (System.nanoTime() - from) * 1e-9 / times;
                }
            }
            double others = everyone.sum((others() - before) / everyone.size()) - UNSEEN_SECONDS;
            double share = everyone.sum(others / cores / ((System.nanoTime() - start) * 1e-9)) / everyone.size();
            if (share > TOLERATED) {
                disturbed++;
            }
            if (share < least) {
                least = share;
                best = Timing.of(samples);
            }
        }
        Timing timing = Objects.requireNonNull(best);
        if (everyone.rank() == 0) {
            System.out.printf(
                    "%s: %.4g ms, spread %.1f %%%s%n",
                    name,
                    1e3 * timing.seconds(),
                    100 * timing.spread(),
                    least > TOLERATED ? ", beside other work" : "");
        }
        return timing;
    }

    /** Processor seconds of everything but these ranks. */
    private double others() {
        return Busy.machineSeconds() - everyone.sum(Busy.processSeconds());
    }
}
