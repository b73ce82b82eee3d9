package dev.trainwright.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {

    private static final Path EXAMPLES = Path.of("..", "examples");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    private static Job read(String name) {
        return Jobs.read(EXAMPLES.resolve(name), Catalogue.builtIn());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isRead(Path example) {
        assertThat(Jobs.read(example, Catalogue.builtIn()).cluster().devices()).isPositive();
    }

    /** torchtitan's report of 2024-12, table 1, first row. */
    @Test
    void torchtitansLlama() {
        Job job = read("llama3-8b-8xh100.yaml");
        assertThat(job.name()).isEqualTo("llama3-8b-8xh100");
        assertThat(job.workload().model().parameters()).isEqualTo(8_030_261_248L);
        assertThat(job.workload().batch()).isEqualTo(new Batch(16, Batch.Scaling.STRONG));
        assertThat(job.workload().precision()).isEqualTo(Precision.AMP_BF16);
        assertThat(job.workload().amount()).isEqualTo(new Amount(Amount.Unit.TOKENS, 100e9, null));
        assertThat(job.cluster().economics().pricePerDeviceHour()).isEqualTo(2.5);
        assertThat(job.cluster().economics().currency()).isEqualTo("USD");
        assertThat(job.cluster().economics().deviceMtbfSeconds()).isEqualTo(50_000 * 3600.0);
        var layout = Objects.requireNonNull(job.layout());
        assertThat(layout.dp()).isEqualTo(8);
        assertThat(layout.zero()).isEqualTo(ZeroStage.ZERO_3);
        assertThat(layout.shardGroup()).isEqualTo(8);
        assertThat(layout.recompute()).isEqualTo(Recompute.SELECTIVE_OPERATIONS);
        assertThat(layout.syncEveryMicroStep()).isTrue();
        assertThat(job.assumed())
                .contains(
                        "layout.dp = 8: all devices that tp x pp x cp = 1 leaves",
                        "workload.optimizer = adamw: the most common one")
                .noneMatch(sentence -> sentence.startsWith("layout.schedule") || sentence.startsWith("layout.tp"));
    }

    @Test
    void aJobToPlanHasNoLayout() {
        Job job = read("llama3-8b-64xh100.yaml");
        assertThat(job.layout()).isNull();
        assertThat(job.cluster().devices()).isEqualTo(64);
    }

    @Test
    void cellB() {
        Job job = read("measured-cell-b.yaml");
        assertThat(job.workload().model()).isEqualTo(new MeasuredModel("measured", 0.4, 0, 0, 0.05));
        assertThat(Objects.requireNonNull(job.layout()).dp()).isEqualTo(4);
    }

    /** 25,557,032 parameters: torchvision's resnet50. ImageNet has 1,281,167 training images. */
    @Test
    void residualNetworkByEpochs() {
        Job job = read("resnet50-2x8v100.yaml");
        assertThat(job.workload().model().parameters()).isEqualTo(25_557_032L);
        assertThat(job.workload().batch()).isEqualTo(new Batch(256, Batch.Scaling.WEAK));
        assertThat(job.workload().optimizer()).isEqualTo(Optimizer.SGD_MOMENTUM);
        assertThat(job.workload().amount()).isEqualTo(new Amount(Amount.Unit.EPOCHS, 90, 1_281_167L));
        assertThat(Objects.requireNonNull(job.layout()).microBatch()).isEqualTo(256);
    }

    @Test
    void quantisedAdapters() {
        Job job = read("llama2-70b-qlora.yaml");
        assertThat(job.workload().fineTuning())
                .isEqualTo(new FineTuning.LowRank(16, List.of("q", "k", "v", "o"), NumberFormat.NF4));
    }

    @Test
    void aClusterInPlace() {
        Job job = read("own-cluster.yaml");
        var node = job.cluster().pools().get(0).type();
        assertThat(node.accelerator().peak(NumberFormat.BF16)).isEqualTo(71e12);
        assertThat(node.accelerator().memoryBytes()).isCloseTo(23.6 * (1L << 30), within(1.0));
        var port = Objects.requireNonNull(node.interLink());
        assertThat(port.bandwidth()).isEqualTo(25e9 / 8);
        assertThat(port.latencySeconds()).isCloseTo(40e-6, within(1e-12));
        assertThat(job.cluster().devices()).isEqualTo(8);
        assertThat(Objects.requireNonNull(job.layout()).synchrony()).isEqualTo(new Synchrony.LocalSgd(50));
    }
}
