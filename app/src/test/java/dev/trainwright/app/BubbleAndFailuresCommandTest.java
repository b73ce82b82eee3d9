package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BubbleAndFailuresCommandTest {
    /** WP22 worked by hand; the shares that marin#6532 printed beside its measurements. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--stages 8 --micro-batches 32 | /shareOfWallTime | 0.1794871794871795 | 1e-12",
                "--stages 8 --micro-batches 32 | /overIdealTime | 0.21875 | 0",
                "--stages 8 --at-most 10% | /microBatchesNeeded | 63 | 0",
                "--stages 8 --micro-batches 8 | /shareOfWallTime | 0.467 | 0.0005",
                "--stages 8 --micro-batches 16 | /shareOfWallTime | 0.304 | 0.0005",
                "--stages 4 --micro-batches 8 | /shareOfWallTime | 0.273 | 0.0005",
                "--stages 1 --micro-batches 8 --at-most 10% | /shareOfWallTime | 0 | 0",
                "--stages 1 --micro-batches 8 --at-most 10% | /microBatchesNeeded | 1 | 0",
            })
    void bubbles(String options, String pointer, double expected, double tolerance) {
        Run run = Run.line("bubble " + options + " --json");
        assertThat(run.code()).isZero();
        assertThat(run.number(pointer)).isCloseTo(expected, within(tolerance));
    }

    @Test
    void bothDefinitionsAreNamed() {
        assertThat(Run.line("bubble --stages 8 --micro-batches 32").out())
                .contains("17.9 % of the wall time, which is 21.9 % over the time without it");
    }

    /** Llama 3 405B: 419 unexpected interruptions in 54 days (Dubey et al. 2024, section 3.3.4). */
    @Test
    void failuresOfLlama3() {
        Run run = Run.line("failures --count 419 --over 54d --checkpoint 60s --restart 10min --hours 1000h --json");
        assertThat(run.code()).isZero();
        assertThat(run.number("/given/mtbfSeconds") / 3600).isCloseTo(3.09, within(0.005));
        // The paper reports more than 90 % of effective training time.
        double goodput = run.number("/intervals/0/goodput");
        assertThat(goodput).isBetween(0.80, 0.97);
        assertThat(run.number("/intervals/0/hours")).isCloseTo(1000 / goodput, within(1e-9));
        assertThat(goodput).isGreaterThanOrEqualTo(run.number("/intervals/1/goodput"));
    }

    @Test
    void youngsIntervalFromDevices() {
        Run run = Run.line("failures --device-mtbf 50000h --devices 16384 --checkpoint 60s --json");
        assertThat(run.number("/intervals/1/intervalSeconds"))
                .isCloseTo(Math.sqrt(2 * 60 * 50_000 * 3600.0 / 16_384), within(1e-6));
    }

    @Test
    void aClusterThatFailsFasterThanItSavesIsSaidToBeHopeless() {
        Run run = Run.line("failures --mtbf 1min --checkpoint 1h --interval 10h --restart 1d --hours 10000h");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("hardly any work survives").doesNotContain("NaN", "Infinity");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bubble --stages 8",
                "bubble --stages 0 --micro-batches 8",
                "bubble --stages 8 --at-most 100%",
                "bubble --stages 8 --at-most 0",
                "bubble --micro-batches 8",
                "failures --checkpoint 60s",
                "failures --checkpoint 60s --mtbf 3h --count 2 --over 1h",
                "failures --checkpoint 60s --device-mtbf 3h",
                "failures --checkpoint 0s --mtbf 3h",
                "failures --mtbf 3h",
            })
    void whatCannotBeUsedExits2(String line) {
        Run run = Run.line(line);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isNotEmpty();
    }
}
