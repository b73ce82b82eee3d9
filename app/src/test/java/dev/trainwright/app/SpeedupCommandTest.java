package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command's answers to word problems that were worked by hand (WP01 to WP30). */
class SpeedupCommandTest {
    private static final Offset<Double> EXACT = within(1e-9);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--compute 400ms --comm 50ms --devices 4 --hours 20h | /points/0/hours | 7.5",
                "--compute 400ms --comm 50ms --devices 4 | /points/0/speedup | 2.6666666666666665",
                "--compute 400ms --comm 50ms --devices 4 | /points/0/efficiency | 0.6666666666666666",
                "--compute 0.9s --comm 60ms --devices 30 | /points/0/speedup | 10",
                "--compute 0.6s --comm 40ms --target 5 | /target/devices | 8",
                "--compute 0.6s --comm 40ms --target 5 | /target/exactDevices | 7.5",
                "--compute 0.6s --comm 40ms --target 5 | /points/0/speedup | 5.217391304347826",
                "--compute 100ms --comm 10ms --target 6 | /target/devices | 15",
                "--compute 1s --gradients 1.25GB --link 10Gb/s --devices 2 | /points/0/syncSeconds | 1.0",
                "--compute 400ms --comm 50ms --devices 1 --hours 20h --price 2.50 | /points/0/cost | 50",
                "--compute 400ms --comm 50ms --devices 4 --hours 20h --price 2.50 | /points/0/cost | 75",
                "--compute 400ms --comm 50ms --devices 4,8 --hours 20h --price 2.50 | /points/1/cost | 100",
                "--compute 400ms --comm 50ms --devices 4,8 --hours 20h | /points/1/gain | 1.5",
                "--compute 500ms --speedup 5 --devices 8,16 --hours 30h | /given/syncSeconds | 0.0375",
                "--compute 500ms --speedup 5 --devices 8,16 --hours 30h | /points/1/hours | 4.125",
                "--hours 30h --measured-hours 6h --devices 8,16 | /points/1/hours | 4.125",
                "--hours 30h --measured-hours 6h --compute 500ms --devices 8 | /given/syncSeconds | 0.0375",
                "--compute 400ms --comm 50ms --measured-hours 7.5h --devices 4,8 | /points/1/hours | 5",
                // 20/6 = 400/120 leaves 70 ms for compute: 5.71 devices
                "--compute 400ms --comm 50ms --hours 20h --within 6h | /target/devices | 6",
                "--compute 400ms --comm 50ms --hours 20h --within 7.5h | /target/devices | 4",
                "--compute 400ms --comm 50ms --hours 20h --within 5h | /target/devices | 8",
                // 400/6 - 400/8 = 16.67 ms, in which each of 8 sends 2 x 7/8 x 1.25 GB
                "--compute 400ms --devices 8 --target 6 | /needed/0/syncSeconds | 0.016666666666666666",
                "--compute 400ms --devices 8 --target 6 --gradients 1.25GB | /needed/0/linkBytesPerSecond | 131.25e9",
                "--gradients 1.25GB --link 10Gb/s --devices 2 | /ring/0/syncSeconds | 1.0",
                "--compute 1.27s --iteration 2.07s --devices 2 --scaling weak | /points/0/speedup | 1.2270531400966185",
                "--compute 1.27s --iteration 2.07s --devices 2 --scaling weak | /given/syncSeconds | 0.8",
                "--compute 400ms --comm 50ms --devices 2 | /ceiling | 8",
                "--compute 400ms --comm 500ms --devices 2 | /bestDevices | 1",
                "--compute 250ms --step 300ms --comm 50ms --devices 4 | /points/0/speedup | 2.2222222222222223",
            })
    void answers(String options, String pointer, double expected) {
        Run run = Run.line("speedup " + options + " --json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.number(pointer)).isCloseTo(expected, EXACT);
    }

    @Test
    void anImpossibleTargetIsAnsweredInWordsWithTheCeiling() {
        Run run = Run.line("speedup --compute 300ms --comm 30ms --target 10");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains("No number of devices reaches a speedup of 10", "below 10", "less than 30 ms")
                .contains("with 15 ms, 20 devices would do")
                .doesNotContainIgnoringCase("infinity", "nan");
        Run json = Run.line("speedup --compute 300ms --comm 30ms --target 10 --json");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.json().at("/target/reachable").asBoolean()).isFalse();
        assertThat(json.json().at("/target/devices").isNull()).isTrue();
        assertThat(json.number("/target/ceiling")).isEqualTo(10);
    }

    @Test
    void devicesThatCannotReachATargetAreToldSo() {
        Run run = Run.line("speedup --compute 400ms --devices 4 --target 6");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).startsWith("4 devices cannot reach a speedup of 6");
    }

    @Test
    void missingFiguresAreNamedAndTheBestCaseIsGiven() {
        Run run = Run.line("speedup --hours 10h --devices 8 --json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.json().at("/answerable").asBoolean()).isFalse();
        assertThat(run.json().at("/missing").size()).isEqualTo(2);
        assertThat(run.number("/bounds/0/bestHours")).isEqualTo(1.25);
        assertThat(run.json().at("/bounds/0/worstHours").isNull()).isTrue();
    }

    @Test
    void aStepThatIsNotTheSumOfItsPartsIsAskedAbout() {
        Run run = Run.line("speedup --step 300ms --compute 250ms --comm 80ms --devices 4 --json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.number("/gapSeconds")).isCloseTo(0.03, EXACT);
        assertThat(run.number("/readings/0/speedup")).isCloseTo(1.7543859649122806, EXACT);
        assertThat(run.number("/readings/1/speedup")).isCloseTo(2.2222222222222223, EXACT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--compute 400ms --comm 0s --devices 1,4,8 --target 3 --curve",
                "--compute 1ms --comm 100s --devices 1,64 --curve",
                "--compute 400ms --comm 50ms --target 0.5",
                "--compute 400ms --comm 50ms --target 1000000",
                "--compute 400ms --comm 50ms --devices 4 --scaling weak --target 1000000 --hours 2h --price 1",
                "--compute 1s --gradients 1GB --link 1Gb/s --latency 1ms --devices 4 --target 7 --curve",
                "--compute 1s --gradients 1MB --link 100Gb/s --devices 4 --target 7 --curve",
                "--compute 1s --gradients 1MB --link 100Gb/s --devices 4 --target 7 --scaling weak",
            })
    void noCornerPrintsAnythingButNumbers(String options) {
        for (String form : new String[] {"", " --json"}) {
            Run run = Run.line("speedup " + options + form);
            assertThat(run.code()).as(run.err()).isBetween(0, 1);
            assertThat(run.out())
                    .isNotEmpty()
                    .doesNotContainIgnoringCase("infinity")
                    .doesNotContain("NaN");
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void freeSynchronisationHasNoCeiling() {
        Run run = Run.line("speedup --compute 400ms --comm 0s --devices 4 --json");
        assertThat(run.number("/points/0/speedup")).isEqualTo(4);
        assertThat(run.json().at("/ceiling").isNull()).isTrue();
        assertThat(run.json().at("/limit").asString()).contains("no ceiling");
    }

    @Test
    void aSpeedupAboveIdealIsNotExplainedAway() {
        Run run = Run.line("speedup --compute 500ms --speedup 9 --devices 8");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("9 on 8 devices is more than ideal");
    }

    @Test
    void everyWrongOptionIsNamedAtOnce() {
        Run run = Run.line("speedup --compute 1 --comm -2s --devices 2,x --scaling string --price foo");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("--compute: 1: the unit is missing", "--comm: -2s: negative", "--devices: x: not a number")
                .contains("--scaling: string (did you mean strong?)", "--price: foo");
    }

    @Test
    void contradictoryOptionsAreRefused() {
        assertThat(Run.line("speedup --compute 1s --comm 1s --speedup 2 --devices 4")
                        .err())
                .contains("give one of them");
        assertThat(Run.line("speedup --compute 1s --comm 1s").err()).contains("--devices 4,8");
        assertThat(Run.line("speedup --compute 1s --gradients 1GB --devices 4").code())
                .isEqualTo(2);
        assertThat(Run.line("speedup --compute 1s --comm 1s --hours 2h --measured-hours 1h --devices 4")
                        .err())
                .contains("give one of the two");
        assertThat(Run.line("speedup --compute 1s --comm 1s --within 1h").err()).contains("--within needs --hours");
        assertThat(Run.line("speedup --compute 1s --devices 4 --target 2 --curve")
                        .err())
                .contains("missing: the synchronisation time");
        assertThat(Run.line("speedup --compute 1s --comm 1s --devices 0").err()).contains("from 1 to 100,000,000");
    }

    @Test
    void helpShowsAnExample() {
        assertThat(Run.line("speedup --help").out()).contains("Examples:", "--target 5");
    }
}
