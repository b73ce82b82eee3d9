package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedStalenessTest {

    /** E[max] of normal numbers: 1/sqrt(pi) of two, 1.02938 of four, 1.76599 of sixteen (Teichroew 1956, table I). */
    @ParameterizedTest
    @CsvSource({"2, 0.56419", "4, 1.02938", "16, 1.76599"})
    void withoutLeadItIsSynchronous(int workers, double deviations) {
        assertThat(BoundedStaleness.wait(workers, 0, 0.1)).isCloseTo(0.1 * deviations, withinPercentage(0.001));
    }

    /** Two reflecting walls s apart from a Brownian motion of variance 2 c^2 an update: c^2 / 2s is lost. */
    @Test
    void twoWorkersFarApartDiffuse() {
        assertThat(BoundedStaleness.wait(2, 1000, 0.1)).isCloseTo(0.1 * 0.1 / 2000, withinPercentage(0.1));
    }

    @RepeatedTest(20)
    void everyUpdateOfLeadSavesAndAnEndlessLeadSavesAll(RepetitionInfo repetition) {
        var random = new SplittableRandom(repetition.getCurrentRepetition());
        int workers = random.nextInt(2, 5000);
        double variation = random.nextDouble(0.001, 0.5);
        double before = BoundedStaleness.wait(workers, 0, variation);
        for (int bound = 1; bound < 20; bound++) {
            double wait = BoundedStaleness.wait(workers, bound, variation);
            assertThat(wait).isPositive().isLessThan(before);
            before = wait;
        }
        assertThat(BoundedStaleness.wait(workers, 1_000_000_000, variation)).isLessThan(1e-6);
        assertThat(BoundedStaleness.wait(workers + 1, 3, variation))
                .isGreaterThan(BoundedStaleness.wait(workers, 3, variation));
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "2, 1", "2, 4", "4, 1", "4, 3", "16, 0", "16, 1", "16, 4", "64, 2"})
    void asSimulatedEventByEvent(int workers, int bound) {
        double variation = 0.2;
        WorkerTimes times = WorkerTimes.drawn(NormalDistribution.of(1, variation));
        AsyncResult simulated = AsyncSimulation.run(workers, times, bound, 400_000, 7);
        double perUpdate = workers / simulated.updatesPerSecond() - 1;
        assertThat(BoundedStaleness.wait(workers, bound, variation)).isCloseTo(perUpdate, withinPercentage(15));
    }

    @Test
    void aloneOrOfOneTimeNobodyWaits() {
        assertThat(BoundedStaleness.wait(1, 0, 0.3)).isZero();
        assertThat(BoundedStaleness.wait(8, 0, 0)).isZero();
    }
}
