package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.layout.Schedule;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The closed forms that search prunes by, held against the simulation of the schedule itself. */
class PipelineBoundsTest {
    private static final double ROUNDING = 1e-12;

    /** A pipeline with any times. */
    private record Case(Schedule schedule, int m, int v, double[] forward, double[] backward, double[] link) {
        static Case random(SplittableRandom random, Schedule schedule) {
            int p = random.nextInt(2, 9);
            int v = schedule == Schedule.INTERLEAVED ? random.nextInt(2, 5) : 1;
            int m = v > 1 ? p * random.nextInt(1, 5) : random.nextInt(1, 30);
            double spread = random.nextDouble(3);
            DoubleSupplier time = () -> 1 + spread * random.nextDouble();
            boolean sends = random.nextBoolean();
            return new Case(
                    schedule,
                    m,
                    v,
                    fill(p, time),
                    fill(p, () -> 2 * time.getAsDouble()),
                    fill(p, () -> sends ? random.nextDouble() : 0));
        }

        private static double[] fill(int p, DoubleSupplier value) {
            double[] values = new double[p];
            for (int i = 0; i < p; i++) {
                values[i] = value.getAsDouble();
            }
            return values;
        }

        double least() {
            return Pipeline.leastSeconds(schedule, m, v, forward, backward, new double[forward.length], link);
        }

        double most() {
            return Pipeline.mostSeconds(schedule, m, v, forward, backward, new double[forward.length], link);
        }

        double simulated() {
            return PipelineSimulator.seconds(schedule, m, v, forward, backward, link);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Schedule.class,
            names = {"GPIPE", "ONE_F_ONE_B", "INTERLEAVED"})
    void simulationLiesBetweenTheBounds(Schedule schedule) {
        SplittableRandom random = new SplittableRandom(20);
        double loosest = 0;
        for (int i = 0; i < 5_000; i++) {
            Case c = Case.random(random, schedule);
            double simulated = c.simulated();
            assertThat(simulated).as("%s", c).isBetween(c.least() * (1 - ROUNDING), c.most() * (1 + ROUNDING));
            loosest = Math.max(loosest, simulated / c.least());
        }
        // Stage times differ by up to 4 x here; a bound that loose would prune nothing.
        assertThat(loosest).isLessThan(1.5);
    }

    @Test
    void gpipeIsAFlowShopAndBothBoundsAreExact() {
        SplittableRandom random = new SplittableRandom(21);
        for (int i = 0; i < 1_000; i++) {
            Case c = Case.random(random, Schedule.GPIPE);
            assertThat(c.least()).isCloseTo(c.simulated(), within(1e-9));
            assertThat(c.most()).isEqualTo(c.least());
        }
    }

    /** (m + p - 1)(F + B) for 1F1B, (m + (p-1)/v)(F + B) interleaved: Narayanan et al., arXiv 2104.04473, section 2.2. */
    @ParameterizedTest
    @EnumSource(
            value = Schedule.class,
            names = {"ONE_F_ONE_B", "INTERLEAVED"})
    void bothBoundsMeetThePublishedClosedFormWhenStagesAreAlike(Schedule schedule) {
        SplittableRandom random = new SplittableRandom(22);
        for (int i = 0; i < 500; i++) {
            int p = random.nextInt(2, 12);
            int v = schedule == Schedule.INTERLEAVED ? random.nextInt(2, 6) : 1;
            int m = p * random.nextInt(1, 8);
            double f = 1 + random.nextDouble();
            double b = 1 + random.nextDouble();
            Case c = new Case(schedule, m, v, Case.fill(p, () -> f), Case.fill(p, () -> b), new double[p]);
            double published = (m + (p - 1.0) / v) * (f + b);
            assertThat(c.least()).isCloseTo(published, within(1e-9));
            assertThat(c.most()).isCloseTo(published, within(1e-9));
            assertThat(c.simulated()).isCloseTo(published, within(1e-9));
        }
    }
}
