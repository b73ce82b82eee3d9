package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffloadCostTest {

    /** CPU-Adam's seconds for so many billion parameters on a node with two sockets of 128 GB/s each (Ren et al., arXiv 2101.06840, table 4), within a quarter. */
    @ParameterizedTest
    @CsvSource({"1, 0.22", "2, 0.51", "4, 1.03", "8, 2.41", "10, 2.57"})
    void cpuAdam(double billions, double seconds) {
        HostRates host = new HostRates(12e9, 2 * 128e9 * HostRates.UPDATE_SHARE);
        assertThat(OffloadCost.updateSeconds(billions * 1e9, Optimizer.ADAMW, Precision.FP16, host))
                .isCloseTo(seconds, withinPercentage(25));
    }

    /** bitsandbytes: two bytes of moments, and a scale of four bytes for each 256 of either (Dettmers et al., arXiv 2110.02861, section 2.1, has blocks of 2,048). */
    @ParameterizedTest
    @CsvSource({"256, 520", "1_000_000_000, 2_031_250_000"})
    void eightBitAdamsState(String parameters, String bytes) {
        double count = Double.parseDouble(parameters.replace("_", ""));
        assertThat(count * Optimizer.ADAM_8BIT.stateBytes())
                .isCloseTo(Double.parseDouble(bytes.replace("_", "")), within(1e-6));
    }
}
