package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

class SpineTest {
    private static final int TRIALS = 2_000;

    @Test
    void oneDeviceIsExactlyItselfWhateverTheNetwork() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < TRIALS; i++) {
            double compute = positive(random);
            double sync = positive(random);
            assertThat(Spine.speedup(compute, sync, 1)).isEqualTo(1.0);
            assertThat(Spine.iterationSeconds(compute, sync, 1)).isEqualTo(compute);
        }
    }

    @Test
    void speedupNeverExceedsTheDevicesNorTheCeilingAndGrowsWithThem() {
        var random = new SplittableRandom(2);
        for (int i = 0; i < TRIALS; i++) {
            double compute = positive(random);
            double sync = positive(random);
            double ceiling = Spine.ceiling(compute, sync).orElseThrow();
            double before = 0;
            for (long devices = 2; devices < 1_000_000; devices *= 3) {
                double speedup = Spine.speedup(compute, sync, devices);
                assertThat(speedup)
                        .isLessThanOrEqualTo((double) devices)
                        .isLessThanOrEqualTo(ceiling * (1 + 1e-12))
                        .isGreaterThanOrEqualTo(before)
                        .isCloseTo(compute / Spine.iterationSeconds(compute, sync, devices), within(speedup * 1e-12));
                before = speedup;
            }
        }
    }

    @Test
    void freeSynchronisationGivesExactlyTheDevicesAndNoCeiling() {
        var random = new SplittableRandom(3);
        for (int i = 0; i < TRIALS; i++) {
            long devices = random.nextLong(1, 1 << 30);
            assertThat(Spine.speedup(positive(random), 0, devices)).isEqualTo((double) devices);
        }
        assertThat(Spine.ceiling(0.4, 0)).isEmpty();
    }

    @Test
    void devicesForATargetIsTheFewestThatReachIt() {
        var random = new SplittableRandom(4);
        for (int i = 0; i < TRIALS; i++) {
            double compute = positive(random);
            double sync = compute * random.nextDouble();
            double target = 1 + random.nextDouble() * (compute / sync - 1) * 0.999;
            var reached = (DevicesFor.Reached) Spine.devicesFor(target, compute, sync);
            assertThat(reached.speedup()).isGreaterThanOrEqualTo(target * (1 - 1e-12));
            assertThat(Spine.speedup(compute, sync, reached.devices() - 1)).isLessThan(target * (1 + 1e-12));
        }
    }

    @Test
    void devicesForATargetIsExactWhereDoublesWouldRoundUp() {
        assertThat(0.1 / (0.1 / 6 - 0.01)).as("in doubles").isGreaterThan(15);
        assertThat(Spine.devicesFor(6, 0.1, 0.01)).isEqualTo(new DevicesFor.Reached(15, 15, 6));
    }

    /** At k = T_c/T_s compute and synchronisation take the same time: half the ceiling. 4.9 / 0.7 is a hair above 7 in doubles. */
    @Test
    void halfTheCeilingTakesAsManyDevicesAsTheCeilingRoundedUp() {
        assertThat(Spine.devicesForHalfTheCeiling(0.4, 0.05)).hasValue(8);
        assertThat(Spine.devicesForHalfTheCeiling(0.4, 0.03)).hasValue(14);
        assertThat(Spine.devicesForHalfTheCeiling(4.9, 0.7)).hasValue(7);
        assertThat(Spine.devicesForHalfTheCeiling(0.4, 0)).isEmpty();
    }

    @Test
    void aTargetOfOneOrLessNeedsOneDevice() {
        assertThat(Spine.devicesFor(1, 0.4, 0.05)).isEqualTo(new DevicesFor.Reached(1, 1, 1));
        assertThat(Spine.devicesFor(0.5, 0.4, 4)).isEqualTo(new DevicesFor.Reached(1, 1, 1));
    }

    @Test
    void aTargetAtTheCeilingIsOutOfReachAndOneBelowItIsNot() {
        assertThat(Spine.devicesFor(8, 0.4, 0.05)).isEqualTo(new DevicesFor.Unreachable(8, 0.05));
        assertThat(Spine.devicesFor(7.999, 0.4, 0.05)).isInstanceOf(DevicesFor.Reached.class);
    }

    @Test
    void synchronisationLongerThanComputeMakesOneDeviceTheFastest() {
        assertThat(Spine.moreDevicesCanHelp(0.4, 0.5)).isFalse();
        assertThat(Spine.speedup(0.4, 0.5, 1_000)).isLessThan(1);
        assertThat(Spine.best(0.4, k -> 0.5, 1_000)).isEqualTo(new Spine.Point(1, 1));
    }

    @Test
    void aRingHasABestNumberOfDevices() {
        // T_c/k + 2(k-1)/k B + 2(k-1) a is least where k^2 = (T_c - 2B) / (2a): here (1 - 0.2) / 0.002 = 20^2.
        LongToDoubleFunction ring = k -> 2.0 * (k - 1) / k * 0.1 + 2.0 * (k - 1) * 0.001;
        assertThat(Spine.best(1, ring, 1_000).devices()).isEqualTo(20);
    }

    @Test
    void synchronisationIsRecoveredFromASpeedup() {
        var random = new SplittableRandom(5);
        for (int i = 0; i < TRIALS; i++) {
            double compute = positive(random);
            double sync = compute * random.nextDouble();
            long devices = random.nextLong(2, 4096);
            var estimate = Spine.syncSeconds(compute, Spine.speedup(compute, sync, devices), devices);
            assertThat(((SyncEstimate.Sync) estimate).seconds()).isCloseTo(sync, within(1e-9 * compute));
        }
    }

    @Test
    void aSpeedupAboveTheDevicesOrOnOneDeviceTellsNothingAboutTheNetwork() {
        assertThat(Spine.syncSeconds(0.5, 8.5, 8)).isEqualTo(new SyncEstimate.AboveIdeal(8));
        assertThat(Spine.syncSeconds(0.5, 1, 1)).isEqualTo(new SyncEstimate.NothingToLearn());
        assertThat(Spine.syncSeconds(0.5, 8, 8)).isEqualTo(new SyncEstimate.Sync(0));
    }

    @Test
    void weakScalingHasNoCeiling() {
        assertThat(WeakScaling.speedup(0.4, 0.05, 1)).isEqualTo(1);
        assertThat(WeakScaling.speedup(0.4, 0.4, 1_000)).isEqualTo(500);
        assertThat(WeakScaling.devicesFor(500, 0.4, 0.4)).hasValue(1_000);
        assertThat(WeakScaling.devicesFor(0.3, 0.4, 0.4)).hasValue(1);
    }

    @Test
    void unusableNumbersAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spine.speedup(0, 0.1, 2))
                .withMessage("the compute time must be positive and finite, not 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spine.speedup(Double.NaN, 0.1, 2))
                .withMessageContaining("compute time");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spine.speedup(0.1, -1, 2))
                .withMessageContaining("synchronisation time");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spine.speedup(0.1, 0.1, 0))
                .withMessage("the number of devices must be 1 or more, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spine.devicesFor(Double.POSITIVE_INFINITY, 0.1, 0.1))
                .withMessageContaining("target speedup");
    }

    /** Log-uniform over nine decades. */
    private static double positive(SplittableRandom random) {
        return Math.pow(10, random.nextDouble(-6, 3));
    }
}
