package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.spine.AccumulationSteps.NotWhole;
import dev.trainwright.spine.AccumulationSteps.Option;
import dev.trainwright.spine.AccumulationSteps.Whole;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AccumulationTest {
    private static final int TRIALS = 500;

    @Test
    void thePagesEightStepsAndItsLinearityCheck() {
        assertThat(AccumulationSteps.of(64, 8, 1)).isEqualTo(new Whole(8));
        double[] pairs = {1.5, 3.5, 5.5, 7.5};
        assertThat(Accumulation.meanOfMeans(pairs)).isEqualTo(4.5);
        assertThat(Accumulation.windowMean(pairs, new long[] {2, 2, 2, 2})).isEqualTo(4.5);
    }

    @Test
    void theWindowMeanIsTheMeanOfAllItemsHoweverTheyAreCut() {
        var random = new SplittableRandom(21);
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] items = random.doubles(random.nextInt(1, 200)).toArray();
            int parts = random.nextInt(1, items.length + 1);
            double[] means = new double[parts];
            long[] counts = new long[parts];
            for (int part = 0; part < parts; part++) {
                int from = part * items.length / parts;
                int to = (part + 1) * items.length / parts;
                means[part] = Arrays.stream(items, from, to).average().orElseThrow();
                counts[part] = (long) to - from;
            }
            double whole = Arrays.stream(items).average().orElseThrow();
            assertThat(Accumulation.windowMean(means, counts)).isCloseTo(whole, within(1e-12));
            if (Arrays.stream(counts).distinct().count() == 1) {
                assertThat(Accumulation.meanOfMeans(means)).isCloseTo(whole, within(1e-12));
            }
        }
    }

    @Test
    void theMeanOfMeansFavoursShortMicroBatches() {
        double[] means = {2.1, 2.0, 1.8};
        long[] counts = {3, 5, 8};
        assertThat(Accumulation.windowMean(means, counts)).isCloseTo((6.3 + 10 + 14.4) / 16, within(1e-12));
        assertThat(Accumulation.meanOfMeans(means)).isCloseTo(5.9 / 3, within(1e-12));
        assertThat(Accumulation.itemWeights(counts))
                .containsExactly(new double[] {16 / 9.0, 16 / 15.0, 16 / 24.0}, within(1e-12));
    }

    @Test
    void everyOptionOfAnUnevenBatchIsExact() {
        var random = new SplittableRandom(22);
        int uneven = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            long global = random.nextLong(1, 5_000);
            long micro = random.nextLong(1, 64);
            long replicas = random.nextLong(1, 64);
            AccumulationSteps steps = AccumulationSteps.of(global, micro, replicas);
            if (steps instanceof NotWhole notWhole) {
                uneven++;
                assertThat(notWhole.microBatches())
                        .allMatch(o -> o.globalBatch() == global && o.replicas() == replicas);
                assertThat(notWhole.replicas()).allMatch(o -> o.globalBatch() == global && o.microBatch() == micro);
                assertThat(notWhole.nearby()).isNotEmpty().allMatch(o -> o.globalBatch() != global);
            } else {
                assertThat(((Whole) steps).steps() * micro * replicas).isEqualTo(global);
            }
        }
        assertThat(uneven).isGreaterThan(TRIALS / 2);
    }

    @Test
    void otherWaysToKeepTheBatchAreOffered() {
        var steps = (NotWhole) AccumulationSteps.of(96, 20, 4);
        assertThat(steps.microBatches())
                .containsExactly(new Option(96, 12, 4, 2), new Option(96, 8, 4, 3), new Option(96, 6, 4, 4));
        var fewer = (NotWhole) AccumulationSteps.of(1000, 8, 12);
        assertThat(fewer.replicas()).containsExactly(new Option(1000, 8, 5, 25), new Option(1000, 8, 1, 125));
    }

    @Test
    void aBatchSmallerThanOneMicroBatchPerReplicaIsNotZeroSteps() {
        var steps = (NotWhole) AccumulationSteps.of(4, 8, 2);
        assertThat(steps.nearby()).containsExactly(new Option(16, 8, 2, 1));
        assertThat(steps.microBatches()).containsExactly(new Option(4, 2, 2, 1), new Option(4, 1, 2, 2));
    }

    @Test
    void impossibleWindowsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Accumulation.itemWeights(new long[] {3, 0}));
        assertThatIllegalArgumentException().isThrownBy(() -> Accumulation.windowMean(new double[] {1}, new long[] {}));
        assertThatIllegalArgumentException().isThrownBy(() -> AccumulationSteps.of(0, 8, 1));
    }
}
