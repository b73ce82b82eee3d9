package dev.trainwright.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Two ways of doing the same, measured in turns: the ratio of each round, their median, and how far chance may have moved it. */
final class Ratios {
    private static final int RESAMPLES = 10_000;

    private final String what;
    private final List<Double> ratios = new ArrayList<>();

    Ratios(String what) {
        this.what = what;
    }

    /** A round of which both medians are told. */
    void add(double[] ours, double[] theirs) {
        double own = median(ours);
        double other = median(theirs);
        ratios.add(own / other);
        System.out.printf("%s: %.2f ms, %.2f ms, ratio %.3f%n", what, 1e3 * own, 1e3 * other, own / other);
    }

    /** A round of which the ratio is told. */
    void add(double ratio) {
        ratios.add(ratio);
    }

    /** Median, quartiles, and a 95 % percentile bootstrap interval of the median (Efron 1979). */
    void print() {
        double[] all = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        SplittableRandom random = new SplittableRandom(1);
        double[] medians = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            medians[i] = median(random.ints(all.length, 0, all.length)
                    .mapToDouble(j -> all[j])
                    .toArray());
        }
        Arrays.sort(medians);
        System.out.printf(
                "%s: median ratio %.3f (quartiles %.3f to %.3f; 95 %% interval of the median %.3f to %.3f; %d rounds)%n",
                what,
                median(all),
                all[all.length / 4],
                all[3 * all.length / 4],
                medians[(int) (0.025 * RESAMPLES)],
                medians[(int) (0.975 * RESAMPLES)],
                all.length);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
