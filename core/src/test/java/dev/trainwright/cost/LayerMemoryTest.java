package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.layout.Recompute;
import dev.trainwright.workload.Attention;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Activations of one layer against the closed forms of Korthikanti et al., arXiv 2205.05198, table 2, for the models of its table 3 and one without splits. */
class LayerMemoryTest {
    private static final double EXACT = 1e-9;

    @ParameterizedTest
    @CsvSource({"16, 2048, 1, 1", "64, 6144, 4, 8", "96, 12288, 1, 8", "128, 20480, 1, 8", "160, 25600, 1, 8"})
    void savedBytes(int a, long h, long b, int t) {
        double s = 2048;
        double sbh = s * b * h;
        double scores = 5 * a * s / h;
        assertThat(saved(a, h, b, t, false, Recompute.NONE))
                .isCloseTo(sbh * (10 + 24.0 / t + scores / t), withinPercentage(EXACT));
        assertThat(saved(a, h, b, t, true, Recompute.NONE)).isCloseTo(sbh * (34 + scores) / t, withinPercentage(EXACT));
        assertThat(saved(a, h, b, t, true, Recompute.SELECTIVE)).isCloseTo(sbh * 34 / t, withinPercentage(EXACT));
        assertThat(saved(a, h, b, t, false, Recompute.FULL)).isCloseTo(2 * sbh, withinPercentage(EXACT));
    }

    /** The same paper, section 5: recomputing the attention core alone saves 70 % of GPT-3's and 65 % of MT-NLG's activations; with sequence parallelism both techniques leave a fifth. */
    @ParameterizedTest
    @CsvSource({"96, 12288, 0.70", "128, 20480, 0.65"})
    void whatSelectiveRecomputationSaves(int a, long h, double share) {
        double all = saved(a, h, 1, 8, true, Recompute.NONE);
        assertThat(1 - saved(a, h, 1, 8, true, Recompute.SELECTIVE) / all).isCloseTo(share, within(0.005));
        double tensorParallelAlone = saved(a, h, 1, 8, false, Recompute.NONE);
        assertThat(tensorParallelAlone / saved(a, h, 1, 8, true, Recompute.SELECTIVE))
                .isCloseTo(5, within(0.6));
    }

    private static double saved(int a, long h, long b, int t, boolean sequenceParallel, Recompute recompute) {
        Layer layer = new Layer(
                new Attention(a, a, Math.toIntExact(h / a), 0, 0, false, true, null),
                null,
                new DenseFeedForward(4 * h, false, 0),
                2,
                4 * h);
        Workload workload = new Workload(
                new MeasuredModel("gpt", 1, 1, 1, null),
                new Batch(b, Batch.Scaling.STRONG),
                2048,
                Precision.FP16,
                Optimizer.ADAMW,
                new FineTuning.Full(),
                false,
                true,
                true,
                1,
                0,
                null);
        return LayerMemory.savedBytes(
                layer, h, workload, new Split(t, 1, 1, 1, sequenceParallel, b, recompute, false, false), recompute);
    }
}
