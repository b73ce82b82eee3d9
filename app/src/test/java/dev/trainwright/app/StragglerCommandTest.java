package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StragglerCommandTest {
    private static final String PAGE = "straggler --times 90ms,95ms,100ms,300ms ";

    /** The page's cell G, and WP14 worked by hand. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "90ms,95ms,100ms,300ms | /syncSeconds | 0.3",
                "90ms,95ms,100ms,300ms | /asyncMeanSeconds | 0.14625",
                "1.0s,1.1s,0.9s,3.0s | /syncSeconds | 3.0",
                "1.0s,1.1s,0.9s,3.0s | /asyncMeanSeconds | 1.5",
                "1.0s,1.1s,0.9s,3.0s | /asyncHarmonicSeconds | 1.1927710843373494",
                "1.0s,1.1s,0.9s,3.0s | /updatesPerSecond | 3.353535353535354",
                "1.0s,1.1s,0.9s,3.0s | /asyncSpeedup | 2.515151515151515",
            })
    void givenTimes(String times, String pointer, double expected) {
        Run run = Run.line("straggler --json --times " + times);
        assertThat(run.code()).isZero();
        assertThat(run.number(pointer)).isCloseTo(expected, within(1e-12));
    }

    @Test
    void stalenessOfEachWorkerByFormulaAndSimulation() {
        Run run = Run.line(PAGE + "--json");
        double[] expected = {2.15, 2.32, 2.50, 9.49};
        for (int i = 0; i < expected.length; i++) {
            assertThat(run.number("/workersAsync/" + i + "/staleness")).isCloseTo(expected[i], within(0.005));
            assertThat(run.number("/workersAsync/" + i + "/stalenessSimulated")).isCloseTo(expected[i], within(0.02));
        }
        assertThat(run.number("/staleness/mean")).isCloseTo(3, within(1e-3));
    }

    @Test
    void theMeanAndTheRateAreBothPrintedAndNamed() {
        assertThat(Run.line(PAGE).out())
                .contains("146.25 ms", "harmonic mean", "114.4 ms")
                .contains("the all-reduce cannot start before the slowest worker is done");
    }

    @Test
    void backupWorkersAndAStalenessBound() {
        Run run = Run.line(PAGE + "--backup 1 --staleness-bound 3 --json");
        assertThat(run.number("/backupSeconds")).isEqualTo(0.1);
        // A permanent straggler sets the pace of all in the long run.
        assertThat(run.number("/bounded/seconds")).isCloseTo(0.3, within(0.001));
    }

    @Test
    void aParameterServerCapsTheGroup() {
        // 10 Gb/s / 500 MB = 2.5 updates/s, below the workers' 4
        Run run = Run.line("straggler --times 0.5s,0.5s --bytes 500MB --server-bandwidth 10Gb/s --json");
        assertThat(run.number("/server/updatesPerSecond")).isCloseTo(2.5, within(1e-12));
        assertThat(run.json().at("/server/limits").asBoolean()).isTrue();
        assertThat(run.number("/server/groupUpdatesPerSecond")).isCloseTo(2.5, within(1e-12));
    }

    @Test
    void drawnTimesWaitForTheExpectedMaximum() {
        // exponential: mean x (1 + 1/2 + 1/3 + 1/4); normal of 10: mean + 1.53875 standard deviations
        assertThat(Run.line("straggler --distribution exponential:120ms --workers 4 --json")
                        .number("/syncSeconds"))
                .isCloseTo(0.25, within(1e-9));
        assertThat(Run.line("straggler --distribution normal:100ms,0.1 --workers 10 --json")
                        .number("/syncSeconds"))
                .isCloseTo(0.115387527, within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--times 1s --distribution normal:1s,0.1 --workers 2",
                "--distribution normal:1s,0.1",
                "--distribution normal:1s --workers 2",
                "--distribution normal:1s,0.9 --workers 2",
                "--distribution gaussian:1s,0.1 --workers 2",
                "--times 1s,0s",
                "--times 1s,2s --backup 2",
                "--times 1s,2s --bytes 1MB",
                "--times 1s,2s --staleness-bound -1",
            })
    void whatCannotBeUsedExits2(String options) {
        Run run = Run.line(("straggler " + options).strip());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("trainwright: ");
    }
}
