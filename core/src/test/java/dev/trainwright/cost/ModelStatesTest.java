package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Workload;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Model states of one device against published tables. */
class ModelStatesTest {

    /** Rajbhandari et al., arXiv 1910.02054, figure 1: 7.5 B parameters, 64 devices, K = 12: 120 GB without ZeRO; 31.4, 16.6 and 1.9 GB. */
    @ParameterizedTest
    @CsvSource({"NONE, 120", "ZERO_1, 31.4", "ZERO_2, 16.6", "ZERO_3, 1.9"})
    void zeroOnSixtyFourDevices(ZeroStage zero, double gigabytes) {
        assertThat(bytes(zero, 7_500_000_000L, 64) / 1e9).isEqualTo(gigabytes, within(0.05));
    }

    /** The same paper, section 5: 16 P; (4 + 12/n) P; (2 + 14/n) P; 16 P/n. */
    @Test
    void zeroByItsClosedForms() {
        SplittableRandom random = new SplittableRandom(31);
        for (int i = 0; i < 1_000; i++) {
            long p = random.nextLong(1_000_000, 2_000_000_000_000L);
            int n = random.nextInt(1, 4_096);
            assertThat(bytes(ZeroStage.NONE, p, n)).isCloseTo(16.0 * p, withinPercentage(1e-9));
            assertThat(bytes(ZeroStage.ZERO_1, p, n)).isCloseTo((4 + 12.0 / n) * p, withinPercentage(1e-9));
            assertThat(bytes(ZeroStage.ZERO_2, p, n)).isCloseTo((2 + 14.0 / n) * p, withinPercentage(1e-9));
            assertThat(bytes(ZeroStage.ZERO_3, p, n)).isCloseTo(16.0 / n * p, withinPercentage(1e-9));
        }
    }

    /** DeepSpeed's ZeRO-3 estimator for 6,805 M parameters on 4 devices with the optimizer on the host keeps 2 P/n weights: 3.66 GiB with 4 x a largest layer of 131 M (DeepSpeed issue 4527). */
    @Test
    void offloadedStateLeavesWeightsOnTheDevice() {
        double weights = bytes(ZeroStage.ZERO_3, Offload.OPTIMIZER, 6_805_000_000L, 4);
        double largestLayer = 4 * 131e6;
        assertThat((weights + largestLayer) / (1L << 30)).isEqualTo(3.66, within(0.01));
    }

    private static double bytes(ZeroStage zero, long parameters, int devices) {
        return bytes(zero, Offload.NONE, parameters, devices);
    }

    private static double bytes(ZeroStage zero, Offload offload, long parameters, int devices) {
        double[] parts = new double[MemoryPart.values().length];
        ModelStates.into(
                parts,
                adam(parameters),
                new Sharding(zero, devices, true, true, offload),
                new ModelStates.Shards(devices, devices),
                new ModelStates.Held(parameters, 0, parameters, 0, 0),
                1);
        return Arrays.stream(parts).sum();
    }

    private static Workload adam(long parameters) {
        return new Workload(
                new MeasuredModel("adam", 1, parameters, 2.0 * parameters, null),
                new Batch(1, Batch.Scaling.STRONG),
                1,
                Precision.FP16,
                Optimizer.ADAMW,
                new FineTuning.Full(),
                true,
                false,
                true,
                1,
                0,
                null);
    }
}
