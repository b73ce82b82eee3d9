package dev.trainwright.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Losses;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MaskedTokensTest {
    private static final int SAMPLES = 1000;
    private static final int SEQUENCE = 40;
    private static final int VOCAB = 500;
    private static final SyntheticTokens TOKENS = new SyntheticTokens(SAMPLES, SEQUENCE, VOCAB, 1);

    @BeforeAll
    static void start() {
        Engine.start(1);
    }

    /** Shares of 40,000 tokens, to four standard deviations of a binomial count. */
    @Test
    void sharesAreThoseOfThePaper() {
        Tensors.scope(() -> {
            long[] all = LongStream.range(0, SAMPLES).toArray();
            long[] ids = Tensors.longs(TOKENS.batch(all, ScalarType.Float).inputs());
            MicroBatch batch = new MaskedTokens(TOKENS, VOCAB, VOCAB, 7).batch(all, ScalarType.Float);
            long[] seen = Tensors.longs(batch.inputs());
            long[] targets = Tensors.longs(batch.targets());
            int told = 0;
            int masked = 0;
            int kept = 0;
            int[] ofSample = new int[SAMPLES];
            for (int i = 0; i < ids.length; i++) {
                if (targets[i] == Losses.IGNORED) {
                    assertThat(seen[i]).isEqualTo(ids[i]);
                } else {
                    assertThat(targets[i]).isEqualTo(ids[i]);
                    told++;
                    ofSample[i / SEQUENCE]++;
                    masked += seen[i] == VOCAB ? 1 : 0;
                    kept += seen[i] == ids[i] ? 1 : 0;
                }
            }
            assertThat(batch.counted()).isEqualTo(told);
            assertThat(ofSample).doesNotContain(0);
            assertThat((double) told / ids.length).isCloseTo(0.15, within(4 * Math.sqrt(0.15 * 0.85 / ids.length)));
            assertThat((double) masked / told).isCloseTo(0.8, within(4 * Math.sqrt(0.8 * 0.2 / told)));
            assertThat((double) kept / told).isCloseTo(0.1 + 0.1 / VOCAB, within(4 * Math.sqrt(0.1 * 0.9 / told)));
        });
    }

    /** However the samples are dealt. */
    @Test
    void aSampleIsMaskedAlikeInAnyBatch() {
        MaskedTokens data = new MaskedTokens(TOKENS, VOCAB, VOCAB, 7);
        Tensors.scope(() -> {
            MicroBatch two = data.batch(new long[] {3, 9}, ScalarType.Float);
            MicroBatch one = data.batch(new long[] {9}, ScalarType.Float);
            assertThat(two.inputs().narrow(0, 1, 1).equal(one.inputs())).isTrue();
            assertThat(two.targets().narrow(0, 1, 1).equal(one.targets())).isTrue();
        });
    }

    @Test
    void shortSamplesHideOneToken() {
        Tensors.scope(() -> {
            MicroBatch batch = new MaskedTokens(new SyntheticTokens(9, 3, VOCAB, 1), VOCAB, VOCAB, 7)
                    .batch(LongStream.range(0, 9).toArray(), ScalarType.Float);
            assertThat(batch.counted()).isEqualTo(9);
        });
    }
}
