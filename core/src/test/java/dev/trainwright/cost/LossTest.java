package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.workload.Precision;
import org.junit.jupiter.api.Test;

class LossTest {
    /**
     * Iteration times of GPT with 51,200 tokens in its vocabulary on one node of A100 (vTrain, MICRO 2024), regressed on layers, micro-batches, width and replicas without a cost
     * model: 1.34 ms of each sequence of 1,024 tokens depend neither on layers nor on width.
     */
    @Test
    void ofMegatronOnA100() {
        Accelerator a100 = Catalogue.builtIn().accelerator("a100-sxm-80gb");
        Rates rates =
                Rates.of(a100, Precision.FP16, true, Calibrations.builtIn().select(a100, "megatron"));
        double logits = 1024.0 * 51_200;
        double seconds = rates.lossSeconds(logits * (2 + 8), 0) + rates.lossSeconds(logits * (2 + 4), 0);
        assertThat(seconds).isCloseTo(1.34e-3, withinPercentage(10));
    }
}
