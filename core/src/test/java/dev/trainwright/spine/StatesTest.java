package dev.trainwright.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.spine.DeepSpeedEstimate.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatesTest {
    private static final double GIB = 1L << 30;

    /** Figure 1 of the ZeRO paper (arXiv 1910.02054): 7.5e9 parameters on 64 devices, in GB. */
    @ParameterizedTest
    @CsvSource({"0, 120", "1, 31.4", "2, 16.6", "3, 1.9"})
    void theZeroPapersFigure(int stage, double gigabytes) {
        States states = States.of(7_500_000_000L, Recipe.named("mixed-adam-16"));
        assertThat(states.onEach(stage, 64) / 1e9).isCloseTo(gigabytes, within(0.05));
    }

    /** FastChat's maintainer (lm-sys/FastChat#1251): LoRA is 2 B a backbone parameter and 12 B an adapter parameter. */
    @Test
    void frozenWeightsCarryNothingElse() {
        Recipe twelve = new Recipe("adapter-12", 4, 0, 8, "fp32 weights and moments", "test");
        States states = States.of(40_000_000, twelve).withFrozen(7_000_000_000L, 2);
        assertThat(states.bytes()).isEqualTo(2 * 7e9 + 12 * 40e6);
        assertThat(states.onEach(2, 8)).isEqualTo(2 * 7e9 + 4 * 40e6 + 8 * 40e6 / 8);
        assertThat(states.devicesFor(2, 14e9)).isZero();
        assertThat(states.devicesFor(3, 14e9)).isEqualTo(2);
    }

    /** DeepSpeed's documentation prints these for t5-3b on a node of 8; deepspeedai/DeepSpeed#4527 those for 6,805M on 4. */
    @ParameterizedTest
    @CsvSource({
        "2851e6, 0,    8, true,  5.31,  127.45",
        "2851e6, 0,    8, false, 15.93, 127.45",
    })
    void deepSpeedsZero2Estimator(
            double parameters, double layer, int devices, boolean offload, double gpu, double cpu) {
        assertPrinted(DeepSpeedEstimate.zero2(setup(parameters, layer, devices), offload), gpu, cpu);
    }

    @ParameterizedTest
    @CsvSource({
        "2851e6, 32e6,  8, true,  true,  true,  0.12,  71.69",
        "2851e6, 32e6,  8, true,  true,  false, 0.12,  127.45",
        "2851e6, 32e6,  8, true,  false, true,  0.78,  63.72",
        "2851e6, 32e6,  8, true,  false, false, 0.78,  127.45",
        "2851e6, 32e6,  8, false, false, true,  6.09,  1.43",
        "2851e6, 32e6,  8, false, false, false, 6.09,  127.45",
        "6805e6, 131e6, 4, true,  true,  true,  0.49,  171.12",
        "6805e6, 131e6, 4, true,  false, true,  3.66,  152.10",
        "6805e6, 131e6, 4, false, false, true,  29.01, 2.93",
    })
    void deepSpeedsZero3Estimator(
            double parameters,
            double layer,
            int devices,
            boolean optimizer,
            boolean weights,
            boolean init,
            double gpu,
            double cpu) {
        Setup setup = setup(parameters, layer, devices);
        assertPrinted(DeepSpeedEstimate.zero3(setup, optimizer, weights, init), gpu, cpu);
    }

    private static Setup setup(double parameters, double layer, int devices) {
        return new Setup((long) parameters, (long) layer, devices, devices);
    }

    private static void assertPrinted(DeepSpeedEstimate estimate, double device, double host) {
        assertThat(estimate.deviceBytes() / GIB).isCloseTo(device, within(0.005));
        assertThat(estimate.hostBytes() / GIB).isCloseTo(host, within(0.006));
    }
}
