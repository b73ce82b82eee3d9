package dev.trainwright.train.measure;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.world.Collectives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Times what all ranks do at once. A probe beside which other work took processor time is repeated; of tries that were all disturbed the least so counts.
 */
final class Stopwatch {
    private static final int WARMUP = 5;
    private static final int SAMPLES = 31;

    /** Several of the time slices in which Linux deals out cores that processes share. */
    private static final double SAMPLE_SECONDS = 0.02;

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

    /** Median and spread of the seconds that {@code body} takes; of short ones many make a sample. */
    Timing time(String name, Runnable body) {
        int times = (int) Math.ceil(SAMPLE_SECONDS / everyone.sum(once(WARMUP, body) / everyone.size()));
        return parts(List.of(name), () -> new double[] {once(times, body)}).get(0);
    }

    /** The same of the parts of {@code body}, which times them itself. */
    List<Timing> parts(List<String> names, Supplier<double[]> body) {
        double[][] best = new double[0][];
        double least = Double.POSITIVE_INFINITY;
        for (int tried = 0; tried < tries && least > TOLERATED; tried++) {
            double[][] samples = new double[SAMPLES][];
            double before = others();
            long start = System.nanoTime();
            for (int i = 0; i < SAMPLES; i++) {
                samples[i] = body.get();
            }
            double others = everyone.sum((others() - before) / everyone.size()) - UNSEEN_SECONDS;
            double share = everyone.sum(others / cores / ((System.nanoTime() - start) * 1e-9)) / everyone.size();
            if (share > TOLERATED) {
                disturbed++;
            }
            if (share < least) {
                least = share;
                best = samples;
            }
        }
        List<Timing> timings = new ArrayList<>();
        for (int part = 0; part < names.size(); part++) {
            int p = part;
            Timing timing = Timing.of(
                    Arrays.stream(best).mapToDouble(sample -> sample[p]).toArray());
            timings.add(timing);
            if (everyone.rank() == 0) {
                System.out.printf(
                        "%s: %.4g ms, spread %.1f %%%s%n",
                        names.get(part),
                        1e3 * timing.seconds(),
                        100 * timing.spread(),
                        least > TOLERATED ? ", beside other work" : "");
            }
        }
        return timings;
    }

    /** Seconds of one of {@code times} that begin together. */
    private double once(int times, Runnable body) {
        everyone.barrier();
        long from = System.nanoTime();
        for (int i = 0; i < times; i++) {
            Tensors.scope(body);
        }
        return (System.nanoTime() - from) * 1e-9 / times;
    }

    /** Processor seconds of everything but these ranks. */
    private double others() {
        return Busy.machineSeconds() - everyone.sum(Busy.processSeconds());
    }
}
