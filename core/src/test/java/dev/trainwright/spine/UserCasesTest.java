package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Figures that users and maintainers reported in public threads, and what the arithmetic makes of them. */
class UserCasesTest {
    private static final double HOUR = 3600;
    private static final double DAY = 86_400;

    @Test
    void horovod2581RingOverTheMeasuredTenGigabitExplainsTheSlowdown() {
        double perDeviceBatch = 32;
        double before = 8 * perDeviceBatch / 1531.9;
        double after = 16 * perDeviceBatch / 546.9;
        assertThat(before).isCloseTo(0.167, within(5e-4));
        assertThat(after).isCloseTo(0.936, within(5e-4));
        double exposed = after - before;
        assertThat(exposed).isCloseTo(0.769, within(5e-4));
        double ring = 2 * 15.0 / 16 * (138.36e6 * 4) / 1.25e9;
        assertThat(ring).isCloseTo(0.830, within(5e-4)).isCloseTo(exposed, Percentage.withPercentage(8));
    }

    @Test
    void horovod752GigabitEthernetIsSevenTimesSlower() {
        double step = 32 / 171.0;
        double ring = 2 * 3.0 / 4 * 102e6 / 0.125e9;
        assertThat(ring).isCloseTo(1.23, within(0.01));
        assertThat(WeakScaling.iterationSeconds(step, ring, 4) / step).isCloseTo(7.6, within(0.1));
    }

    @Test
    void speechbrain1096SixAreSlowerThanOne() {
        assertThat(21.0 / 9).isCloseTo(2.33, within(5e-3));
        var network = (SyncEstimate.Sync) Spine.syncSeconds(21 * HOUR, 21.0 / 22, 6);
        assertThat(network.seconds() / HOUR).isCloseTo(22 - 21.0 / 6, within(1e-9));
        assertThat(Spine.speedup(21 * HOUR, network.seconds(), 6)).isCloseTo(0.95, within(5e-3));
    }

    @Test
    void kohya1434TheSecondDeviceHelpsALittle() {
        assertThat(WeakScaling.speedupFromTimes(1.27, 2.07, 2)).isCloseTo(1.227, within(5e-4));
        assertThat(WeakScaling.iterationSeconds(1.27, 0.80, 2)).isCloseTo(2.07, within(1e-12));
    }

    @Test
    void cosmos161ComputeAndSyncFromTwoStepCounts() {
        var fit = (AccumulationFit.Solved) AccumulationFit.of(1, 22.2, 4, 54.6);
        assertThat(fit.microBatchSeconds()).isCloseTo(10.8, within(1e-9));
        assertThat(fit.syncSeconds()).isCloseTo(11.4, within(1e-9));
        assertThat(Accumulation.secondsSyncingOnce(10.8, 11.4, 4)).isCloseTo(54.6, within(1e-9));
        assertThat(Accumulation.secondsSyncingEachTime(10.8, 11.4, 4)).isCloseTo(88.8, within(1e-9));
    }

    @Test
    void cosmos161TheNoOpNoSyncShows() {
        assertThat(AccumulationFit.of(1, 22.2, 4, 88.8))
                .isInstanceOfSatisfying(
                        AccumulationFit.EveryStepPaysAll.class,
                        all -> assertThat(all.microBatchAndSyncSeconds()).isCloseTo(22.2, within(1e-9)));
        assertThat(AccumulationFit.of(1, 22.2, 4, 20)).isEqualTo(new AccumulationFit.Contradicts());
    }

    @Test
    void torchtune2745SevenLeftOverBatchesAreAWindowOfTheirOwn() {
        assertThat(Accumulation.epoch(63, 8)).isEqualTo(new Accumulation.Epoch(7, 7, 8));
    }

    @Test
    void lightning19987ThreeImagesAreOneStepNotNone() {
        assertThat(Accumulation.epoch(3, 4)).isEqualTo(new Accumulation.Epoch(0, 3, 1));
        assertThat(Accumulation.epoch(64, 8)).isEqualTo(new Accumulation.Epoch(8, 0, 8));
    }

    @Test
    void lightning3706LinearRateFollowsTheGlobalBatch() {
        assertThat(LearningRate.linear(0.1, 256, 1024)).isCloseTo(0.4, within(1e-12));
        assertThat(LearningRate.linear(0.1, 256, 256)).isEqualTo(0.1);
    }

    @Test
    void marin6532BubblesArePrintedAsMeasured() {
        assertThat(PipelineBubble.shareOfWallTime(8, 8, 1)).isCloseTo(0.467, within(5e-4));
        assertThat(PipelineBubble.shareOfWallTime(8, 16, 1)).isCloseTo(0.304, within(5e-4));
        assertThat(PipelineBubble.shareOfWallTime(4, 8, 1)).isCloseTo(0.273, within(5e-4));
    }

    @Test
    void llama65bDaysAndDeviceHours() {
        double seconds = 1.4e12 / (380 * 2048.0);
        assertThat(seconds / DAY).isCloseTo(20.82, within(5e-3));
        assertThat(Bill.of(seconds / HOUR, 1, 2048, 0).deviceHours())
                .isCloseTo(1_023_392, within(1.0))
                .isCloseTo(1_022_362, Percentage.withPercentage(0.2));
    }

    @Test
    void bloomDays() {
        assertThat(1_082_990 / 384.0 / 24).isCloseTo(117.5, within(0.05));
    }

    @Test
    void deepseekV3DaysAndDollars() {
        Bill bill = Bill.of(2.788e6 / 2048, 1, 2048, 2);
        assertThat(bill.hours() / 24).isCloseTo(56.7, within(0.05));
        assertThat(bill.cost()).isCloseTo(5.576e6, within(1.0));
    }

    @Test
    void llama3FailuresOnSixteenThousandDevices() {
        double mtbf = 54 * DAY / 419;
        assertThat(mtbf / HOUR).isCloseTo(3.09, within(5e-3));
        assertThat(Failures.clusterMtbfSeconds(mtbf * 16_384, 16_384)).isCloseTo(mtbf, within(1e-9));
        assertThat(148.0 / 419).isCloseTo(0.353, within(5e-4));
    }
}
