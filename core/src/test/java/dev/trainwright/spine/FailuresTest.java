package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.univariate.BrentOptimizer;
import org.hipparchus.optim.univariate.SearchInterval;
import org.hipparchus.optim.univariate.UnivariateObjectiveFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
    @Test
    void youngsInterval() {
        assertThat(Failures.youngIntervalSeconds(60, 10_800)).isCloseTo(Math.sqrt(1_296_000), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"60, 10800", "300, 10800", "30, 300", "1, 86400"})
    void dalysIntervalMaximisesTheGoodputBetterThanYoungs(double write, double mtbf) {
        double best = new BrentOptimizer(1e-9, 1e-9)
                .optimize(
                        new MaxEval(10_000),
                        GoalType.MAXIMIZE,
                        new SearchInterval(write / 100, 4 * mtbf),
                        new UnivariateObjectiveFunction(tau -> Failures.goodput(tau, write, 120, mtbf)))
                .getValue();
        double daly = Failures.goodput(Failures.dalyIntervalSeconds(write, mtbf), write, 120, mtbf);
        double young = Failures.goodput(Failures.youngIntervalSeconds(write, mtbf), write, 120, mtbf);
        assertThat(daly).isCloseTo(best, within(1e-4)).isGreaterThanOrEqualTo(young);
    }

    @Test
    void anIntervalForCheckpointsLongerThanTheTimeBetweenFailures() {
        assertThat(Failures.dalyIntervalSeconds(600, 300)).isEqualTo(300);
    }

    @Test
    void goodputIsWhatASimulatedRunKeeps() {
        double mtbf = 5_000;
        double write = 60;
        double restart = 300;
        double interval = 800;
        var random = new SplittableRandom(9);
        double wall = 0;
        int segments = 200_000;
        for (int segment = 0; segment < segments; segment++) {
            double need = interval + write;
            double failure = exponential(random, mtbf);
            while (failure < need) {
                wall += failure;
                need = restart + interval + write;
                failure = exponential(random, mtbf);
            }
            wall += need;
        }
        assertThat(Failures.goodput(interval, write, restart, mtbf))
                .isCloseTo(segments * interval / wall, within(0.01));
    }

    @Test
    void localStepsAndLoading() {
        assertThat(Refinements.localSgdSyncSeconds(0.5, 500)).isEqualTo(0.001);
        assertThat(Refinements.inputBoundSeconds(0.25, 0.4)).isEqualTo(0.4);
        assertThat(Refinements.inputBoundSeconds(0.25, 0.1)).isEqualTo(0.25);
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log1p(-random.nextDouble());
    }
}
