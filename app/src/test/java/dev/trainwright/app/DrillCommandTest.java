package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrillCommandTest {
    @ParameterizedTest
    @CsvSource({
        "A/answer/speedup, 4",
        "B/answer/speedup, 2.6666666666666665",
        "B/answer/efficiency, 0.6666666666666666",
        "C/answer/speedup, 1",
        "D/answer/ceiling, 8",
        "D/curve/3/devices, 8",
        "D/curve/3/speedup, 4",
        "E/answer/devices, 5",
        "F/answer/steps, 8",
        "G/answer/syncSeconds, 0.3",
        "G/answer/asyncMeanSeconds, 0.14625",
        "H/answer/hours4Devices, 7.5",
        "H/answer/hours8Devices, 5",
        "I/answer/speedupX, 3.8095238095238093",
        "I/answer/speedupY, 3.6363636363636362",
    })
    void jsonHasEveryCellByItsLetter(String pointer, double expected) {
        Run run = Run.line("drill --json");
        assertThat(run.code()).isZero();
        assertThat(run.number("/cells/" + pointer)).isCloseTo(expected, within(1e-12));
        assertThat(run.json().at("/cells"))
                .hasSize(9)
                .allMatch(cell -> cell.at("/verified").asBoolean());
    }

    @Test
    void aCellReadsAsForecastStepsAndVerification() {
        Run run = Run.line("drill b");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("Cell B: Communication-bound\n")
                .contains("Forecast: ", "1. One device's slice: 400 ms / 4 = 100 ms\n", "why: ")
                .contains("Verify\n", "66.7 % = 66.7 %", "Where the simple answer stops")
                .doesNotContain("Cell A");
    }

    @Test
    void thePagesDifferenceIsThatOfItsPrintedFigures() {
        assertThat(Run.line("drill I").out()).contains("3.81 - 3.636 = 0.174\n", "unrounded it is 0.1732");
    }

    @Test
    void otherLettersAreRefused() {
        Run run = Run.line("drill A J Z");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("J: no such cell", "Z: no such cell");
        assertThat(run.out()).isEmpty();
    }
}
