package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.spine.AccumulationSteps.NotWhole;
import dev.trainwright.spine.AccumulationSteps.Option;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Word problems with their answers worked by hand, from the figures of the project's collection (WP01 to WP30). */
class WordProblemsTest {
    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void wp01And15HoursAndCostOfATwentyHourJob() {
        assertThat(Spine.speedup(0.4, 0.05, 4)).isCloseTo(2.6666666666666665, EXACT);
        assertThat(Spine.efficiency(0.4, 0.05, 4)).isCloseTo(0.6666666666666666, EXACT);
        assertThat(bill(1)).isEqualTo(new Bill(20, 20, 50));
        assertThat(bill(4)).isEqualTo(new Bill(7.5, 30, 75));
        assertThat(bill(8)).isEqualTo(new Bill(5, 40, 100));
    }

    private static Bill bill(long devices) {
        return Bill.of(20, Spine.speedup(0.4, 0.05, devices), devices, 2.5);
    }

    @Test
    void wp02ThirtyCards() {
        assertThat(Spine.speedup(0.9, 0.06, 30)).isCloseTo(10, EXACT);
        assertThat(Spine.efficiency(0.9, 0.06, 30)).isCloseTo(0.3333333333333333, EXACT);
    }

    @Test
    void wp04FiveTimesFaster() {
        var reached = (DevicesFor.Reached) Spine.devicesFor(5, 0.6, 0.04);
        assertThat(reached.devices()).isEqualTo(8);
        assertThat(reached.exactDevices()).isCloseTo(7.5, EXACT);
        assertThat(reached.speedup()).isCloseTo(5.217391304347826, EXACT);
        assertThat(Spine.speedup(0.6, 0.04, 7)).isCloseTo(4.773, within(5e-4));
    }

    @Test
    void wp05ExactlyTheCeilingIsImpossible() {
        assertThat(Spine.devicesFor(10, 0.3, 0.03)).isEqualTo(new DevicesFor.Unreachable(10, 0.03));
        assertThat(Spine.speedup(0.3, 0.03, 100)).isCloseTo(9.09, within(5e-3));
        assertThat(Spine.devicesFor(10, 0.3, 0.015)).isEqualTo(new DevicesFor.Reached(20, 20, 10));
    }

    @Test
    void wp09ModelStatesOfSeventyBillionParameters() {
        assertThat(ModelStates.devicesFor(70_000_000_000L, 16, 80e9)).isEqualTo(14);
        assertThat(ModelStates.devicesFor(70_000_000_000L, 16, 80.0 * (1L << 30)))
                .isEqualTo(14);
        assertThat(ModelStates.bytes(70_000_000_000L, 16)).isEqualTo(1120e9);
    }

    @Test
    void wp12AGlobalBatchThatDoesNotDivide() {
        var steps = (NotWhole) AccumulationSteps.of(1000, 8, 12);
        assertThat(steps.exactSteps()).isCloseTo(10.416666666666666, EXACT);
        assertThat(steps.nearby()).containsExactly(new Option(960, 8, 12, 10), new Option(1056, 8, 12, 11));
    }

    @Test
    void wp14SynchronousAndBothAsynchronousMeans() {
        double[] seconds = {1.0, 1.1, 0.9, 3.0};
        assertThat(Stragglers.syncSeconds(seconds)).isEqualTo(3.0);
        assertThat(Stragglers.meanWorkerSeconds(seconds)).isCloseTo(1.5, EXACT);
        assertThat(Stragglers.harmonicMeanSeconds(seconds)).isCloseTo(1.1927710843373494, EXACT);
        assertThat(Stragglers.updatesPerSecond(seconds)).isCloseTo(3.353535353535354, EXACT);
        assertThat(3.0 / Stragglers.harmonicMeanSeconds(seconds)).isCloseTo(2.515151515151515, EXACT);
    }

    @Test
    void wp19TheSyncBehindTwoRuns() {
        var sync = (SyncEstimate.Sync) Spine.syncSeconds(0.5, 30.0 / 6, 8);
        assertThat(sync.seconds()).isCloseTo(0.0375, EXACT);
        double speedup = Spine.speedup(0.5, sync.seconds(), 16);
        assertThat(speedup).isCloseTo(7.2727272727272725, EXACT);
        assertThat(Bill.hours(30, speedup)).isCloseTo(4.125, EXACT);
    }

    @Test
    void wp22BothBubblesAndTheMicroBatchesForTenPercent() {
        assertThat(PipelineBubble.shareOfWallTime(8, 32, 1)).isCloseTo(0.1794871794871795, EXACT);
        assertThat(PipelineBubble.overIdealTime(8, 32, 1)).isEqualTo(0.21875);
        assertThat(PipelineBubble.microBatchesFor(0.1, 8, 1)).isEqualTo(63);
    }

    @Test
    void wp24PartsThatExceedTheStep() {
        var overlap = (StepProfile.Overlaps) StepProfile.of(0.3, 0.25, 0.08);
        assertThat(overlap.gapSeconds()).isCloseTo(0.03, EXACT);
        assertThat(overlap.exposedSyncSeconds()).isCloseTo(0.05, EXACT);
        assertThat(Spine.speedup(0.25, 0.08, 4)).isCloseTo(1.7543859649122806, EXACT);
        assertThat(Spine.speedup(0.25, overlap.exposedSyncSeconds(), 4)).isCloseTo(2.2222222222222223, EXACT);
    }

    @Test
    void wp24OtherWaysNotToAddUp() {
        assertThat(StepProfile.of(0.3, 0.25, 0.05)).isEqualTo(new StepProfile.Adds());
        assertThat(StepProfile.of(0.3, 0.25, 0.02))
                .isInstanceOfSatisfying(
                        StepProfile.Unaccounted.class,
                        unaccounted -> assertThat(unaccounted.gapSeconds()).isCloseTo(0.03, EXACT));
        assertThat(StepProfile.of(0.3, 0.35, 0.02)).isEqualTo(new StepProfile.Contradicts(0.35));
    }

    @Test
    void wp26AccumulationWithAndWithoutNoSync() {
        assertThat(Accumulation.secondsSyncingOnce(0.1, 0.05, 4)).isCloseTo(0.45, EXACT);
        assertThat(Accumulation.secondsSyncingEachTime(0.1, 0.05, 4)).isCloseTo(0.6, EXACT);
    }

    @Test
    void wp30ASecondDeviceUnderWeakScaling() {
        double speedup = WeakScaling.speedupFromTimes(1.27, 2.07, 2);
        assertThat(speedup).isCloseTo(1.2270531400966185, EXACT);
        assertThat(speedup / 2).isCloseTo(0.6135265700483092, EXACT);
        assertThat(WeakScaling.speedup(1.27, 2.07 - 1.27, 2)).isCloseTo(speedup, EXACT);
    }
}
