package dev.trainwright.evidence.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.Measured;
import dev.trainwright.evidence.row.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BasisTest {
    private static Row row(long line, int devices, int microBatch, int accumulation, double throughput) {
        return new Row(
                line,
                new Inputs(Map.of(
                        Column.MODEL, "m",
                        Column.N_DEVICES, Integer.toString(devices),
                        Column.MICRO_BATCH, Integer.toString(microBatch),
                        Column.GRAD_ACCUM, Integer.toString(accumulation))),
                new Measured(null, throughput, null, null, null, null, false));
    }

    @Test
    void weakScalingStartsFromTheSameBatchPerDevice() {
        Row small = row(2, 1, 16, 1, 10);
        Row large = row(3, 1, 32, 1, 12);
        Row eight = row(4, 8, 32, 1, 90);

        Basis basis = Basis.of(List.of(small, large, eight));

        assertThat(basis.of(eight)).contains(large);
        assertThat(basis.isInput(large)).isTrue();
        assertThat(basis.isInput(small)).isFalse();
        assertThat(basis.of(large)).isEmpty();
    }

    @Test
    void strongScalingStartsFromTheSameGlobalBatch() {
        Row accumulating = row(2, 1, 8, 8, 10);
        Row single = row(3, 1, 8, 1, 12);
        Row four = row(4, 4, 8, 2, 37);
        Row eight = row(5, 8, 1, 1, 58);

        Basis basis = Basis.of(List.of(accumulating, single, four, eight));

        assertThat(basis.of(four)).contains(accumulating);
        assertThat(basis.of(eight)).contains(single);
    }

    @Test
    void splitModelsHaveNoOneDeviceRun() {
        Row one = row(2, 1, 8, 1, 10);
        Row split = new Row(
                3,
                row(3, 8, 8, 1, 40).inputs().with(Map.of(Column.TP, "8")),
                row(3, 8, 8, 1, 40).measured());

        assertThat(Basis.of(List.of(one, split)).of(split)).isEmpty();
    }
}
