package dev.trainwright.evidence.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shapes of models known by their size: Brown et al. 2020, table 2.1; Touvron et al. 2023, table 2. */
class ProportionsTest {

    @ParameterizedTest
    @CsvSource({"GPT 6.7B,4096,32", "Llama-like 13B,5120,40", "GPT-3 175B (pretraining),12288,96"})
    void widthAndHeadsFollowFromTheSizeInTheName(String model, long hidden, long heads) {
        Inputs filled = Proportions.fill(new Inputs(Map.of(Column.MODEL, model)));

        assertThat(filled.whole(Column.HIDDEN)).isEqualTo(hidden);
        assertThat(filled.whole(Column.HEADS)).isEqualTo(heads);
    }

    @ParameterizedTest
    @CsvSource({"8,120", "1,120", "64,192"})
    void tensorParallelismDividesTheHeads(String tp, long heads) {
        Inputs filled = Proportions.fill(new Inputs(Map.of(Column.HIDDEN, "14400", Column.TP, tp)));

        assertThat(filled.whole(Column.HEADS)).isEqualTo(heads);
    }

    @ParameterizedTest
    @CsvSource({"BERT-large", "ResNet-50", "Mixtral 8x7B"})
    void namesWithoutASizeTellNothing(String model) {
        assertThat(Proportions.fill(new Inputs(Map.of(Column.MODEL, model))).has(Column.HIDDEN))
                .isFalse();
    }
}
