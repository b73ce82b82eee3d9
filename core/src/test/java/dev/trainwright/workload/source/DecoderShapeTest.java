package dev.trainwright.workload.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A decoder by its dimensions counts as the published model of those dimensions. */
class DecoderShapeTest {
    @Test
    void denseAndGrouped() {
        var shape = new DecoderShape(32, 4096, 32, 8, null, 14336, 128256, true, false, 0, 0, null);
        assertThat(Models.raw("mine", shape).parameters()).isEqualTo(8_030_261_248L);
    }

    @Test
    void mixtureOfExperts() {
        var shape = new DecoderShape(32, 4096, 32, 8, 128, 14336, 32000, true, false, 8, 2, null);
        assertThat(Models.raw("mine", shape)).satisfies(model -> {
            assertThat(model.parameters()).isEqualTo(46_702_792_704L);
            assertThat(model.parameters())
                    .isEqualTo(Models.resolve("mixtral-8x7b", Path.of("")).parameters());
        });
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DecoderShape(0, -1, 32, 8, null, null, 10, true, false, 0, 2, null))
                .withMessageContaining("layers 0: expected 1 to 1024")
                .withMessageContaining("hidden -1")
                .withMessageContaining("topK 2: expected 0 to 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DecoderShape(2, 100, 7, null, null, null, 10, true, false, 0, 0, null))
                .withMessageContaining("heads 7: expected a divisor of hidden, 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DecoderShape(2, 96, 6, 4, null, null, 10, true, false, 0, 0, null))
                .withMessageContaining("kvHeads 4: expected a divisor of heads, 6");
    }
}
