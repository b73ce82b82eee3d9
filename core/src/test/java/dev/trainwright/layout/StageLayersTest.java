package dev.trainwright.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StageLayersTest {
    @Test
    void layersThatDivideAreSplitEvenly() {
        assertThat(StageLayers.even(96, 24)).hasSize(24).containsOnly(4);
    }

    /** Llama 3 405B (arXiv 2407.21783, section 3.3.2): one layer less on the first and the last stage. */
    @Test
    void embeddingAndHeadCountAsLayers() {
        int[] chunks = StageLayers.even(126, 128);
        assertThat(chunks[0]).isZero();
        assertThat(chunks[127]).isZero();
        assertThat(Arrays.copyOfRange(chunks, 1, 127)).containsOnly(1);
        assertThat(StageLayers.even(126, 16)).startsWith(7, 8).endsWith(8, 7);
    }

    /** BLOOM-176B: 70 layers on 12 stages, embedding and head counted (bigscience, tr11-176B-ml). */
    @Test
    void bloom() {
        assertThat(StageLayers.even(70, 12)).startsWith(5, 6).endsWith(6, 5).hasSize(12);
    }

    @Test
    void everyLayerHasOnePlace() {
        for (int layers = 1; layers < 130; layers++) {
            for (int chunks = 1; chunks <= layers + 2; chunks++) {
                if (StageLayers.fills(layers, chunks)) {
                    int[] sizes = StageLayers.even(layers, chunks);
                    assertThat(IntStream.of(sizes).sum()).isEqualTo(layers);
                    assertThat(IntStream.of(sizes).min().orElseThrow()).isNotNegative();
                }
            }
        }
    }
}
