package dev.trainwright.evidence.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTest {

    @Test
    void aRunThatDidNotFitSaysSoFirst() {
        assertThat(Notes.of("OOM; section 'Rebalancing'").outOfMemory()).isTrue();
        assertThat(Notes.of("batch 2 with selective AC is OOM per footnote").outOfMemory())
                .isFalse();
    }

    @Test
    void theTableColumnCorrectsThePrecision() {
        assertThat(Notes.of("Training performance: DGX-1; column 'Throughput - FP32 (samples/s)'; XLA=OFF")
                        .settings())
                .containsEntry(Column.PRECISION, "fp32")
                .containsKey(Column.TABLE)
                .doesNotContainKey(Column.VARIANT);
        assertThat(Notes.of("Training performance: DGX-1; column 'Throughput - mixed precision'; XLA=ON")
                        .settings())
                .doesNotContainKey(Column.PRECISION)
                .containsEntry(Column.VARIANT, "xla");
    }

    @Test
    void theRuntimeOfAComparisonIsTold() {
        assertThat(Notes.of("2 MXNet W/O clip bsz=64; section FP32, batch size = max; cell 1")
                        .settings())
                .containsEntry(Column.FRAMEWORK, "MXNet W/O clip");
    }

    @Test
    void recomputationCountedInFlopsIsTold() {
        assertThat(Notes.of("reported 91.04 TFLOP/s/GPU = hardware FLOPs incl. recompute factor (old formula)")
                        .hardwareTflops())
                .isEqualTo(91.04);
        assertThat(Notes.of("achieved TFLOP/s/GPU 137 (hardware FLOPs incl. recompute, 44% of peak)")
                        .hardwareTflops())
                .isEqualTo(137.0);
        assertThat(Notes.of("reported 534.18 TFLOP/s/GPU (definition not stated)")
                        .hardwareTflops())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OOM; fp16; full checkpoint-activations",
                "26.06; LoRA Performance; column FSDP=not given; variant value in parentheses",
                "FSDP FULL_SHARD, mixed-precision mode PURE, precision bf16",
                "parallelism cell zero2(dp8); batch size per DP 36; memory",
                "async TP; torch.compile",
                "achieved TFLOP/s/GPU 137 (hardware FLOPs incl. recompute)",
                "nothing that matters"
            })
    void tagsTellTheSameAsWords(String words) {
        Notes notes = Notes.of(words);

        assertThat(Notes.of(notes.tags())).isEqualTo(notes);
    }

    @Test
    void anEmptyCellTellsNothing() {
        assertThat(Notes.of("")).isEqualTo(new Notes(Map.of(), false, null));
    }
}
