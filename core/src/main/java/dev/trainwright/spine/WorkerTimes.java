package dev.trainwright.spine;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;

/** Where the time of a worker's next iteration comes from. */
@FunctionalInterface
public interface WorkerTimes {
    /** The next iteration's time of {@code worker}, positive. */
    double nextSeconds(int worker, RandomGenerator random);

    /** Each worker always takes its own time. */
    static WorkerTimes fixed(double... workerSeconds) {
        double[] times = workerSeconds.clone();
        Arrays.stream(times).forEach(t -> Require.positive("a worker's time", t));
        return (worker, random) -> times[worker];
    }

    /** Every worker draws from the same distribution, independently; draws that are not positive are drawn again. */
    static WorkerTimes drawn(ContinuousDistribution distribution) {
        return (worker, random) -> {
            double seconds;
            do {
                seconds = distribution.inverseCumulativeProbability(random.nextDouble());
            } while (seconds <= 0);
            return seconds;
        };
    }
}
