package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StragglersTest {
    private static final double[] PAGE = {0.090, 0.095, 0.100, 0.300};
    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void thePageAndItsHarmonicMean() {
        assertThat(Stragglers.syncSeconds(PAGE)).isEqualTo(0.3);
        assertThat(Stragglers.meanWorkerSeconds(PAGE)).isCloseTo(0.14625, EXACT);
        assertThat(1 / Stragglers.updatesPerSecond(PAGE)).isCloseTo(0.0286, within(5e-5));
        assertThat(Stragglers.harmonicMeanSeconds(PAGE)).isCloseTo(0.1144, within(5e-5));
    }

    @Test
    void stalenessOfThePageByFormulaAndBySimulation() {
        double[] published = {2.15, 2.32, 2.50, 9.49};
        assertThat(Stragglers.staleness(PAGE)).containsExactly(published, within(5e-3));
        AsyncResult run = AsyncSimulation.run(4, WorkerTimes.fixed(PAGE), AsyncSimulation.UNBOUNDED, 400_000, 7);
        for (int i = 0; i < published.length; i++) {
            assertThat(run.workers().get(i).meanStaleness()).isCloseTo(published[i], within(0.01));
        }
        assertThat(run.meanStaleness()).isCloseTo(3, within(1e-3));
        assertThat(run.updatesPerSecond()).isCloseTo(Stragglers.updatesPerSecond(PAGE), within(0.01));
    }

    @Test
    void meanStalenessIsAlwaysTheOtherWorkers() {
        var random = new SplittableRandom(11);
        for (int trial = 0; trial < 200; trial++) {
            int workers = random.nextInt(1, 50);
            double[] seconds = DoubleStream.generate(() -> 0.05 + random.nextDouble())
                    .limit(workers)
                    .toArray();
            double[] staleness = Stragglers.staleness(seconds);
            double rate = Stragglers.updatesPerSecond(seconds);
            double mean = IntStream.range(0, workers)
                    .mapToDouble(i -> staleness[i] / seconds[i] / rate)
                    .sum();
            assertThat(mean).isCloseTo(workers - 1, within(1e-9));
        }
    }

    @Test
    void backupWorkersDropTheSlowest() {
        assertThat(Stragglers.withBackupSeconds(1, PAGE)).isEqualTo(0.1);
        assertThat(Stragglers.withBackupSeconds(3, PAGE)).isEqualTo(0.09);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stragglers.withBackupSeconds(4, PAGE))
                .withMessageContaining("backup workers");
    }

    @Test
    void aStalenessBoundTiesAllToAPermanentStraggler() {
        // In the long run nobody is more than s updates ahead, so n updates take the straggler's time.
        AsyncResult run = AsyncSimulation.run(4, WorkerTimes.fixed(PAGE), 3, 40_000, 7);
        assertThat(run.updatesPerSecond()).isCloseTo(4 / 0.3, within(0.01));
        assertThat(run.workers().get(0).waitingShare()).isCloseTo(1 - 90.0 / 300, within(0.01));
        assertThat(run.workers().get(3).waitingShare()).isZero();
        // A worker that is let go s ahead sees at most 2s + 1 updates of each other before it is back.
        assertThat(run.maxStaleness()).isLessThanOrEqualTo(3 * (2 * 3 + 1));
    }

    @Test
    void aBoundOfZeroIsSynchronousForRandomTimes() {
        var times = TimeDistribution.LOGNORMAL.of(0.1, 0.5);
        AsyncResult run = AsyncSimulation.run(8, WorkerTimes.drawn(times), 0, 160_000, 3);
        assertThat(8 / run.updatesPerSecond()).isCloseTo(OrderStatistics.expectedMaxSeconds(times, 8), within(0.002));
    }

    @Test
    void serversCapTheRate() {
        assertThat(Stragglers.serverUpdatesPerSecond(100e6, 2, 1.25e9)).isCloseTo(25, EXACT);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "10", "1000", "16384"})
    void exponentialMaximumIsTheHarmonicNumber(int workers) {
        double harmonic =
                IntStream.rangeClosed(1, workers).mapToDouble(i -> 1.0 / i).sum();
        var times = TimeDistribution.EXPONENTIAL.of(0.1, 1);
        assertThat(OrderStatistics.expectedMaxSeconds(times, workers)).isCloseTo(0.1 * harmonic, within(1e-9));
    }

    /** Expected maxima of standard normal samples, from the tables of Teichroew (1956). */
    @ParameterizedTest
    @CsvSource({"2, 0.5641895835", "3, 0.8462843753", "5, 1.1629644736", "10, 1.5387527308", "20, 1.8674750598"})
    void normalMaximumIsTheTabulatedOne(int workers, double score) {
        var times = TimeDistribution.NORMAL.of(1, 0.1);
        assertThat(OrderStatistics.expectedMaxSeconds(times, workers)).isCloseTo(1 + 0.1 * score, within(1e-9));
    }

    @Test
    void weibullMinimumAndMaximumHaveClosedForms() {
        // min of n is Weibull with the scale divided by n^(1/shape); max of 2 = 2 mean - min of 2.
        double cv = Math.sqrt(4 / Math.PI - 1); // shape 2 (Rayleigh)
        var times = TimeDistribution.WEIBULL.of(1, cv);
        double min = 1 / Math.sqrt(2);
        assertThat(OrderStatistics.expectedSeconds(times, 1, 2)).isCloseTo(min, within(1e-8));
        assertThat(OrderStatistics.expectedMaxSeconds(times, 2)).isCloseTo(2 - min, within(1e-8));
    }

    @ParameterizedTest
    @EnumSource(TimeDistribution.class)
    void orderStatisticsAgreeWithDraws(TimeDistribution family) {
        double cv = family == TimeDistribution.EXPONENTIAL ? 1 : 0.2;
        var times = family.of(0.2, cv);
        assertThat(times.getMean()).isCloseTo(0.2, within(1e-9));
        assertThat(Math.sqrt(times.getVariance()) / times.getMean()).isCloseTo(cv, within(1e-8));
        WorkerTimes draws = WorkerTimes.drawn(times);
        var random = new SplittableRandom(5);
        double sum = 0;
        int groups = 20_000;
        for (int i = 0; i < groups; i++) {
            double[] group = DoubleStream.generate(() -> draws.nextSeconds(0, random))
                    .limit(10)
                    .toArray();
            sum += Stragglers.withBackupSeconds(2, group);
        }
        assertThat(OrderStatistics.expectedSeconds(times, 8, 10)).isCloseTo(sum / groups, within(0.004));
    }

    @Test
    void orderStatisticsOfAGroupAddUpToItsMean() {
        var times = TimeDistribution.LOGNORMAL.of(0.2, 0.8);
        double sum = IntStream.rangeClosed(1, 12)
                .mapToDouble(rank -> OrderStatistics.expectedSeconds(times, rank, 12))
                .sum();
        assertThat(sum / 12).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void impossibleDistributionsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TimeDistribution.NORMAL.of(1, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> TimeDistribution.EXPONENTIAL.of(1, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> TimeDistribution.WEIBULL.of(1, 20));
        assertThat(Arrays.stream(TimeDistribution.values()).map(TimeDistribution::label))
                .containsExactly("normal", "lognormal", "exponential", "weibull");
    }
}
