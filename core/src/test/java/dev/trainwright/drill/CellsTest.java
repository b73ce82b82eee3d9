package dev.trainwright.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Step;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of the page of worked examples, to the digit. */
class CellsTest {
    static List<Cell> cells() {
        return Cells.all();
    }

    @Test
    void thereAreNineInTheirOrder() {
        assertThat(Cells.all()).extracting(Cell::id).containsExactly("A", "B", "C", "D", "E", "F", "G", "H", "I");
        assertThat(Cells.of("e")).isPresent();
        assertThat(Cells.of("J")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A | speedup | 4",
                "A | efficiency | 100.0 %",
                "B | speedup | 2.667",
                "B | efficiency | 66.7 %",
                "C | speedup | 1",
                "D | ceiling | 8",
                "E | weightBytes | 80 GB",
                "E | devices | 5",
                "F | steps | 8",
                "F | toyMean | 4.5",
                "G | syncSeconds | 300 ms",
                "G | asyncMeanSeconds | 146.25 ms",
                "G | asyncPerUpdateSeconds | 28.6 ms",
                "G | asyncHarmonicSeconds | 114.4 ms",
                "G | asyncMeanStaleness | 3",
                "H | hours4Devices | 7.5",
                "H | hours8Devices | 5",
                "H | speedup4Devices | 2.667",
                "H | speedup8Devices | 4",
                "H | gain | 1.5",
                "I | speedupX | 3.81",
                "I | speedupY | 3.636",
                "I | difference | 0.174",
            })
    void theAnswerIsThePages(String id, String key, String printed) {
        assertThat(Cells.of(id).orElseThrow().answer())
                .filteredOn(figure -> figure.key().equals(key))
                .singleElement()
                .extracting(Figure::shown)
                .isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "B | One device's slice | 100 ms",
                "B | Iteration | 150 ms",
                "E | Memory for weights | 80 GB",
                "I | One device's slice | 50 ms",
                "I | Iteration | 105 ms",
                "I | Iteration | 110 ms",
                "H | Time | 7.5 h",
                "H | Time | 5 h",
            })
    void theStepsGoThroughThePagesNumbers(String id, String what, String printed) {
        assertThat(Cells.of(id).orElseThrow().steps())
                .filteredOn(step -> step.what().equals(what))
                .extracting(Step::shown)
                .contains(printed);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyCellIsVerifiedAnotherWayAndGoesBeyond(Cell cell) {
        assertThat(cell.checks()).isNotEmpty().allMatch(Check::holds);
        assertThat(cell.verified()).isTrue();
        assertThat(cell.beyond())
                .isNotEmpty()
                .allMatch(beyond -> !beyond.steps().isEmpty());
        assertThat(List.of(cell.title(), cell.trap(), cell.question(), cell.forecast(), cell.conclusion()))
                .noneMatch(String::isBlank);
        assertThat(cell.steps())
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.why()).isNotBlank());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Harmonic mean and rate of the four workers: 1/90 + 1/95 + 1/100 + 1/300 updates a millisecond
                "G | One update every | 0.0286 | 0.00005",
                "G | Four updates | 0.1144 | 0.00005",
                "G | Staleness of worker 1 | 2.15 | 0.005",
                "G | Staleness of worker 2 | 2.32 | 0.005",
                "G | Staleness of worker 3 | 2.50 | 0.005",
                "G | Staleness of worker 4 | 9.49 | 0.005",
                "G | Mean over updates | 3 | 1e-9",
                "G | Synchronous iteration with 1 backup | 0.1 | 1e-12",
                // 20e9 x 16, 18, 20 bytes
                "E | 16 B a parameter | 320e9 | 0",
                "E | 18 B a parameter | 360e9 | 0",
                "E | 20 B a parameter | 400e9 | 0",
                "E | Devices under ZeRO-3 | 20 | 0",
                "E | Left on each of 5 | 0 | 0",
                // Korthikanti's 34 s b h a layer, 44 layers of 2048 x 6144; logits of 2048 x 50432 in fp32
                "E | Activations | 18.824e9 | 0.0005e9",
                "E | Activations, all recomputed | 1.1073e9 | 0.00005e9",
                "E | Logits | 413.1e6 | 0.05e6",
                "E | Buffer of one gathered layer | 906.0e6 | 0.05e6",
                // (3 x 2 + 4 + 4 x 6.5) / 8 against (2 + 4 + 6.5) / 3
                "F | Sum over total count | 4.5 | 1e-12",
                "F | Mean of means | 4.166666666666667 | 1e-12",
                "F | Synchronising once | 0.45 | 1e-12",
                "F | Updates in the epoch | 8 | 0",
                // the derivative of T_c/k + 2(k-1)/k B + 2(k-1) a vanishes at sqrt(3500)
                "D | Best number of devices | 59.16 | 0.005",
                "D | The same by trying all | 59 | 0",
                "D | Throughput of a thousand | 888.89 | 0.005",
                "H | Throughput of 4 | 3.5556 | 0.0001",
                "H | Device-hours of 8 | 144000 | 1e-6",
                "I | T_comm at which Y draws level | 0.055 | 1e-12",
                "I | Throughput of Y | 6.9565 | 0.0001",
                "B | Ring all-reduce of 4 | 0.816 | 1e-9",
            })
    void whatThePageLeavesOutIsComputed(String id, String what, double value, double tolerance) {
        Stream<Step> steps = Cells.of(id).orElseThrow().beyond().stream().flatMap(beyond -> beyond.steps().stream());
        assertThat(steps)
                .filteredOn(step -> step.what().equals(what))
                .singleElement()
                .satisfies(step -> assertThat(step.value()).isCloseTo(value, within(tolerance)));
    }

    @Test
    void cellDCarriesItsCurve() {
        // 400 / (400/k + 50) = 8k / (8 + k)
        assertThat(Cells.of("D").orElseThrow().curve())
                .hasSize(11)
                .allSatisfy(point -> assertThat(point.speedup())
                        .isCloseTo(
                                point.devices() == 1 ? 1 : 8.0 * point.devices() / (8 + point.devices()),
                                within(1e-12)));
    }

    @Test
    void aCheckThatDoesNotHoldSaysSo() {
        assertThat(Check.equal("", 1, 1 + 1e-9, Dimension.FACTOR).holds()).isFalse();
        assertThat(Check.below("", 1, 1, Dimension.FACTOR).holds()).isFalse();
        assertThat(Check.atLeast("", 1, 1, Dimension.FACTOR).holds()).isTrue();
        assertThat(Check.below("", 0.5, 1, Dimension.RATIO).shown()).isEqualTo("50.0 % < 100.0 %");
    }
}
