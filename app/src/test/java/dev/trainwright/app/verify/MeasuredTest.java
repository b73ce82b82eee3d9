package dev.trainwright.app.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.cost.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Steps of half a second on two cores, one rank on each at work all the time. */
class MeasuredTest {
    private static final int STEPS = 25;
    private static final int CORES = 2;

    /** Other work takes a quarter of a core beside steps 10 to 12, which last a second: they and no others are left out. */
    @Test
    void disturbedStepsAreLeftOut() {
        Measured measured = Measured.of(List.of(rank(0, 10, 12, 0.25), rank(1, 10, 12, 0.25)), null, CORES);
        assertThat(measured.quiet()).isTrue();
        assertThat(measured.disturbed()).isEqualTo(3);
        assertThat(measured.steps()).isEqualTo(STEPS - Quiet.WARMUP - 3);
        assertThat(measured.seconds()).isCloseTo(0.5, within(1e-12));
    }

    /** A system's housekeeping, a fiftieth of the cores, disturbs nothing. */
    @Test
    void littleOtherWorkCounts() {
        Measured measured = Measured.of(List.of(rank(0, 1, STEPS, 0.04), rank(1, 1, STEPS, 0.04)), null, CORES);
        assertThat(measured.quiet()).isTrue();
        assertThat(measured.disturbed()).isZero();
    }

    /** Where other work never rests all steps count, and the measurement says so. */
    @Test
    void whereNothingIsQuietAllCount() {
        Measured measured = Measured.of(List.of(rank(0, 1, STEPS, 1), rank(1, 1, STEPS, 1)), null, CORES);
        assertThat(measured.quiet()).isFalse();
        assertThat(measured.steps()).isEqualTo(STEPS - Quiet.WARMUP);
        assertThat(measured.disturbed()).isEqualTo(STEPS - Quiet.WARMUP);
    }

    /** Rank 1 computes 0.4 s of a step and rank 0 0.3: stages of one rank are paced by rank 1, stages of two by both; rank 1 holds more. */
    @Test
    void theStageThatComputesLongestPaces() {
        Measured measured = Measured.of(List.of(rank(0, 0, -1, 0), rank(1, 0, -1, 0)), null, CORES);
        assertThat(measured.seconds(Term.FORWARD, 1)).isCloseTo(0.4, within(1e-12));
        assertThat(measured.seconds(Term.FORWARD, 2)).isCloseTo(0.35, within(1e-12));
        assertThat(measured.otherSeconds(1)).isCloseTo(0.1, within(1e-12));
        assertThat(measured.fullest().rank()).isEqualTo(1);
        assertThat(measured.fullest().peakBytes()).isEqualTo(1e8 + STEPS + 1);
    }

    /** Other work takes {@code cores} from step {@code from} to step {@code to}, which last a second instead of half of one. */
    private static List<Step> rank(int rank, int from, int to, double cores) {
        List<Step> steps = new ArrayList<>();
        double[] used = new double[2];
        IntStream.rangeClosed(1, STEPS).forEach(step -> {
            boolean beside = step >= from && step <= to;
            double seconds = beside ? 1 : 0.5;
            used[0] += seconds;
            used[1] += 2 * seconds + (beside ? cores * seconds : 0);
            steps.add(new Step(
                    step,
                    1.0 / step,
                    seconds,
                    Map.of(Term.FORWARD, 0.3 + 0.1 * rank),
                    1e8 + step + rank,
                    used[0],
                    used[1]));
        });
        return steps;
    }
}
