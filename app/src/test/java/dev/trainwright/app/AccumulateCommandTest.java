package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Word problems worked by hand (WP12, WP26) and figures of public threads (cosmos#161, torchtune#2745, lightning#3706). */
class AccumulateCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--global-batch 64 --micro-batch 8 | /accumulationSteps | 8",
                "--global-batch 1024 --micro-batch 4 --replicas 16 | /accumulationSteps | 16",
                "--steps 4 --micro-batch 8 --replicas 16 | /globalBatch | 512",
                "--steps 4 --global-batch 512 --replicas 16 | /microBatch | 8",
                "--steps 4 --compute 100ms --comm 50ms | /timing/withNoSyncSeconds | 0.45",
                "--steps 4 --compute 100ms --comm 50ms | /timing/withoutSeconds | 0.6",
                "--steps 4 --compute 100ms --comm 50ms | /timing/saved | 0.25",
                "--measured 1=22.2s,4=54.6s | /measured/microBatchSeconds | 10.8",
                "--measured 1=22.2s,4=54.6s | /measured/syncSeconds | 11.4",
                "--steps 8 --batches-per-epoch 63 | /epoch/optimizerSteps | 8",
                "--steps 8 --batches-per-epoch 63 | /epoch/lastWindow | 7",
                "--steps 4 --batches-per-epoch 3 | /epoch/optimizerSteps | 1",
                "--micro-counts 3,5,8 --micro-means 2.1,2.0,1.8 | /window/windowMean | 1.91875",
                "--micro-counts 3,5,8 --micro-means 2.1,2.0,1.8 | /window/meanOfMeans | 1.9666666666666668",
                "--micro-counts 3,5,8 | /microBatches/0/itemWeight | 1.7777777777777777",
                "--global-batch 1024 --micro-batch 64 --base-rate 0.1 --base-batch 256 | /learningRate/0/value | 0.4",
            })
    void answers(String options, String pointer, double expected) {
        Run run = Run.line("accumulate " + options + " --json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.number(pointer)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void aBatchThatDoesNotDivideIsAskedAboutNotRounded() {
        Run run = Run.line("accumulate --global-batch 1000 --micro-batch 8 --replicas 12 --json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.number("/exactSteps")).isCloseTo(10.416666666666666, within(1e-12));
        assertThat(run.json().at("/accumulationSteps").isMissingNode()).isTrue();
        assertThat(run.number("/options/0/accumulationSteps")).isEqualTo(10);
        assertThat(run.number("/options/0/globalBatch")).isEqualTo(960);
        assertThat(run.number("/options/1/globalBatch")).isEqualTo(1056);
        assertThat(Run.line("accumulate --global-batch 1000 --micro-batch 8 --replicas 12")
                        .out())
                .contains("1,000 is no multiple of micro-batch x replicas = 96: that would be 10.42 steps");
    }

    @Test
    void anIneffectiveNoSyncShowsInTheMeasurements() {
        Run run = Run.line("accumulate --measured 1=22.2s,4=88.8s");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("check that no_sync takes effect");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--global-batch 64",
                "--global-batch 0 --micro-batch 8",
                "--global-batch 64 --micro-batch 8 --steps 8",
                "--steps 4 --compute 1s",
                "--micro-counts 3,0",
                "--micro-counts 3,5 --micro-means 1",
                "--measured 1=2s",
                "--measured 1=2s,4=x",
                "--steps 8 --base-rate 0.1 --base-batch 256",
            })
    void whatCannotBeUsedExits2(String options) {
        Run run = Run.line(("accumulate " + options).strip());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("trainwright: ");
    }
}
