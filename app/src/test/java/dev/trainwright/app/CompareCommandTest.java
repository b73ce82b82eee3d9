package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest {
    private static final String CELL_I = "compare --compute 400ms --config X:k=4,comm=5ms --config Y:k=8,comm=60ms ";

    @Test
    void thePagesExamTwist() {
        Run run = Run.line(CELL_I + "--json");
        assertThat(run.code()).isZero();
        assertThat(run.json().at("/fastest/0").asString()).isEqualTo("X");
        assertThat(run.json().at("/cheapest/0").asString()).isEqualTo("X");
        assertThat(run.json().at("/configs/0/name").asString()).isEqualTo("X");
        assertThat(run.number("/configs/0/speedup")).isCloseTo(3.8095238095238093, within(1e-12));
        assertThat(run.number("/configs/1/speedup")).isCloseTo(3.6363636363636362, within(1e-12));
        // Y needs 400/3.8095 - 400/8 = 55 ms
        assertThat(Run.line(CELL_I).out())
                .contains("By time: X is fastest: speedup 3.81 against 3.636 of Y")
                .contains("Y draws level with X when its synchronisation takes 55 ms instead of 60 ms");
    }

    @Test
    void weakScalingTurnsIt() {
        Run run = Run.line(CELL_I + "--scaling weak --json");
        assertThat(run.json().at("/fastest/0").asString()).isEqualTo("Y");
        // 8 x 400 / 460 against 4 x 400 / 405
        assertThat(run.number("/configs/0/speedup")).isCloseTo(3200.0 / 460, within(1e-12));
    }

    @Test
    void timeAndCostCanHaveDifferentWinners() {
        Run run = Run.line("compare --compute 400ms --hours 20h --price 2.50USD/h"
                + " --config four:k=4,comm=50ms --config eight:k=8,comm=50ms --json");
        assertThat(run.json().at("/fastest/0").asString()).isEqualTo("eight");
        assertThat(run.json().at("/cheapest/0").asString()).isEqualTo("four");
        assertThat(run.number("/configs/0/hours")).isCloseTo(5, within(1e-12));
        assertThat(run.number("/configs/0/cost")).isCloseTo(100, within(1e-9));
        assertThat(run.number("/configs/1/cost")).isCloseTo(75, within(1e-9));
    }

    @Test
    void aTieIsATie() {
        Run run = Run.line("compare --compute 400ms --config A:k=4,comm=50ms --config B:k=8,comm=100ms --json");
        assertThat(run.json().at("/fastest")).hasSize(2);
        assertThat(run.json().at("/configs/1/rankByTime").asInt()).isEqualTo(1);
        assertThat(run.json().at("/answer").asString()).contains("equally fast");
    }

    @Test
    void aNetworkCannotMakeUpForTooFewDevices() {
        assertThat(Run.line("compare --compute 400ms --config A:k=2,comm=0s --config B:k=8,comm=20ms")
                        .out())
                .contains("even free synchronisation gives only a speedup of 2");
    }

    @Test
    void differentDevicesComputeDifferently() {
        Run run = Run.line(
                "compare --config old:k=8,comm=50ms,compute=800ms --config new:k=1,comm=0s,compute=200ms --json");
        // 800/8 + 50 = 150 ms against 200 ms
        assertThat(run.json().at("/fastest/0").asString()).isEqualTo("old");
    }

    /** apache/mxnet#1642, two nodes of 6 devices: 860 samples/s under dist_async, 1070 under dist_sync. */
    @Test
    void ratesThatWereMeasured() {
        String both = "compare --config sync:k=12,rate=1070samples/s --config async:k=12,rate=%s ";
        Run run = Run.line(both.formatted("860samples/s") + "--json");
        assertThat(run.json().at("/fastest/0").asString()).isEqualTo("sync");
        assertThat(run.number("/configs/1/ofFastest")).isCloseTo(860.0 / 1070, within(1e-12));
        assertThat(run.number("/configs/1/ratePerDevice")).isCloseTo(860.0 / 12, within(1e-12));
        assertThat(run.json().at("/answer").asString())
                .contains("1,070 samples/s against 860 samples/s of async: 1.244 times as fast");
        assertThat(run.json().at("/notes").toString()).contains("19.6 %", "servers", "stale");
        assertThat(Run.line(both.formatted("71.666666666666667samples/s/device") + "--json")
                        .number("/configs/1/rate"))
                .isCloseTo(860, within(1e-9));
        // 12 devices x 3 USD an hour over 1070 samples/s
        assertThat(Run.line(both.formatted("860samples/s") + "--price 3USD/h --json")
                        .number("/configs/0/costPerMillion"))
                .isCloseTo(12 * 3 / 3600.0 * 1e6 / 1070, within(1e-9));
        Run unpriced = Run.line("compare --config a:rate=860samples/s --config b:rate=1070samples/s --json");
        assertThat(unpriced.code()).isZero();
        assertThat(unpriced.json().at("/fastest/0").asString()).isEqualTo("b");
        assertThat(unpriced.json().at("/cheapest").isArray()).isTrue();
        assertThat(unpriced.json().at("/cheapest")).isEmpty();
        assertThat(unpriced.out()).doesNotContain("asynchronous");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--compute 1s --config A:k=4,comm=1ms",
                "--compute 1s --config A:k=4,comm=1ms --config A:k=8,comm=1ms",
                "--config A:k=4,comm=1ms --config B:k=8,comm=1ms",
                "--compute 1s --config A:k=4 --config B:k=8,comm=1ms",
                "--compute 1s --config A:kk=4,comm=1ms --config B:k=8,comm=1ms",
                "--compute 1s --config A:k=4,k=5,comm=1ms --config B:k=8,comm=1ms",
                "--compute 1s --config A:k=4,comm=1ms,price=1USD/h --config B:k=8,comm=1ms",
                "--compute 1s --config A:k=4,comm=1ms,price=1USD/h --config B:k=8,comm=1ms,price=1EUR/h",
                "--compute 1s --config k=4,comm=1ms --config B:k=8,comm=1ms",
                "--config A:k=4,rate=860samples/s --config B:k=8",
                "--config A:k=4,rate=860samples/s --config B:k=8,comm=1ms",
                "--config A:k=4,rate=860samples/s --config B:rate=1070samples/s",
                "--config A:rate=860samples/s --config B:rate=1070samples/s --price 1USD/h",
                "--config A:k=4,rate=860samples/s --config B:k=4,rate=1070tokens/s",
                "--config A:k=4,rate=860ms --config B:k=4,rate=1070samples/s",
                "--config A:k=4,rate=0samples/s --config B:k=4,rate=1070samples/s",
                "--config A:k=4,rate=860samples/s,price=1USD/h --config B:k=4,rate=1070samples/s",
                "--compute 1s --config A:k=4,rate=860samples/s --config B:k=4,rate=1070samples/s",
            })
    void whatCannotBeUsedExits2(String options) {
        Run run = Run.line("compare " + options);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("trainwright: ");
    }

    private static final String JOB = "../examples/llama3-8b-64xh100.yaml";

    @Test
    void aJobIsPlannedOnEachClusterAsPlanDoes() {
        Run run = Run.of(
                "compare", JOB, "--config", "half:cluster.nodes=4", "--config", "same:cluster.nodes=8", "--json");
        assertThat(run.code()).isZero();
        Run whole = Run.line("plan " + JOB + " --top 1 --json");
        Run half = Run.line("plan " + JOB + " --top 1 --set cluster.nodes=4 --json");
        assertThat(run.json().at("/fastest")).hasSize(2);
        assertThat(run.json().at("/configs/2/name").asString()).isEqualTo("half");
        for (String config : List.of("/configs/0", "/configs/1")) {
            assertThat(run.number(config + "/iterationSeconds")).isEqualTo(whole.number("/plans/0/iteration/seconds"));
            assertThat(run.json().at(config + "/layout")).isEqualTo(whole.json().at("/plans/0/layout"));
            assertThat(run.number(config + "/savedHours")).isZero();
        }
        assertThat(run.number("/configs/2/iterationSeconds")).isEqualTo(half.number("/plans/0/iteration/seconds"));
        assertThat(run.number("/configs/2/cost")).isEqualTo(half.number("/plans/0/cost"));
        assertThat(run.number("/configs/2/savedHours"))
                .isCloseTo(whole.number("/plans/0/hours") - half.number("/plans/0/hours"), within(1e-9));
        assertThat(run.number("/configs/2/extraCost"))
                .isCloseTo(half.number("/plans/0/cost") - whole.number("/plans/0/cost"), within(1e-6));
    }

    @Test
    void aClusterThatIsTooSmallIsRankedNowhere() {
        Run run = Run.of(
                "compare",
                "../examples/gpt3-175b-64xa100.yaml",
                "--config",
                "small:cluster.nodes=1",
                "--config",
                "cards:cluster.node=dgx-h100");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("By time: cards is fastest, as given takes")
                .containsPattern("small +none fits; closest .*: by ");
    }

    @Test
    void everyWrongClusterIsNamed() {
        Run run = Run.of("compare", JOB, "--config", "a:cluster.node=dgx-h1000", "--config", "b:cluster.nodes=many");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("--config a: cluster.node: \"dgx-h1000\"")
                .contains("--config b: cluster.nodes: \"many\"");
        assertThat(Run.of("compare", JOB, "--config", "more", "--config", "x:cluster.nodes=2", "--config", "x:")
                        .err())
                .contains("--config: more: expected NAME:KEY=VALUE", "--config: x: the name is used twice");
        assertThat(Run.line("compare " + JOB).err()).contains("give at least one cluster");
        assertThat(Run.of("compare", JOB, "--config", "euro:cluster.price=2EUR/h")
                        .err())
                .contains("all clusters need a price in the same currency");
        assertThat(Run.line("compare " + JOB + " --config x:cluster.nodes=2 --compute 4s")
                        .err())
                .contains("--compute: is for clusters without a job file");
        assertThat(Run.line(CELL_I + "--set cluster.nodes=3").err())
                .contains("--set: is for a job file, and none is given");
    }

    @Test
    void otherMachinesAtTheSamePriceAreRemarked() {
        assertThat(Run.of("compare", JOB, "--config", "a100:cluster.node=dgx-a100-80gb")
                        .out())
                .contains("a100 has other machines at the job's price of 2.50 USD");
    }
}
