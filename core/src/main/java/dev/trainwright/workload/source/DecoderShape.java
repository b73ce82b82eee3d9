package dev.trainwright.workload.source;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoder by its dimensions alone: rotary positions, two RMSNorms a layer and one at the end, no biases.
 *
 * @param layers number of layers
 * @param hidden h
 * @param heads query heads
 * @param kvHeads key and value heads, or null for as many as {@code heads}
 * @param headSize or null for {@code hidden / heads}
 * @param intermediate f, inner width of the feed-forward part or of one expert; null for 4 h
 * @param vocab V
 * @param gated whether the feed-forward part has three matrices
 * @param tied whether the output matrix is the token table
 * @param experts routed experts of every layer, 0 for a dense model
 * @param topK experts that a token visits, 0 for a dense model
 * @param window sliding window of every layer in tokens, or null for none
 */
public record DecoderShape(
        int layers,
        int hidden,
        int heads,
        @Nullable Integer kvHeads,
        @Nullable Integer headSize,
        @Nullable Integer intermediate,
        int vocab,
        boolean gated,
        boolean tied,
        int experts,
        int topK,
        @Nullable Long window) {

    /** Every dimension within a range whose products fit 63 bits, heads that divide, no more experts visited than there are. */
    public DecoderShape {
        List<String> wrong = new ArrayList<>();
        check(wrong, "layers", layers, 1, 1 << 10);
        check(wrong, "hidden", hidden, 1, 1 << 18);
        check(wrong, "heads", heads, 1, 1 << 12);
        check(wrong, "kvHeads", kvHeads == null ? 1 : kvHeads, 1, 1 << 12);
        check(wrong, "headSize", headSize == null ? 1 : headSize, 1, 1 << 13);
        check(wrong, "intermediate", intermediate == null ? 1 : intermediate, 1, 1 << 21);
        check(wrong, "vocab", vocab, 1, 1 << 27);
        check(wrong, "experts", experts, 0, 1 << 12);
        check(wrong, "topK", topK, Math.min(1, experts), experts);
        check(wrong, "window", window == null ? 1 : window, 1, Long.MAX_VALUE);
        if (wrong.isEmpty() && kvHeads != null && heads % kvHeads != 0) {
            wrong.add("kvHeads " + kvHeads + ": expected a divisor of heads, " + heads);
        }
        if (wrong.isEmpty() && headSize == null && hidden % heads != 0) {
            wrong.add("heads " + heads + ": expected a divisor of hidden, " + hidden + ", or a headSize");
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", wrong));
        }
    }

    /** The model of these dimensions. */
    public Transformer model(String name) {
        Attention attention = new Attention(
                heads,
                kvHeads == null ? heads : kvHeads,
                headSize == null ? hidden / heads : headSize,
                0,
                0,
                false,
                true,
                window);
        long inner = intermediate == null ? 4L * hidden : intermediate;
        FeedForward feedForward = experts == 0
                ? new DenseFeedForward(inner, gated, 0)
                : new MixtureOfExperts(experts, topK, inner, 0, gated, 0, (long) experts * hidden, 0);
        long table = (long) vocab * hidden;
        Stack stack = new Stack(
                "decoder",
                hidden,
                List.of(new ParameterGroup("token table", table)),
                List.of(new LayerGroup(new Layer(attention, null, feedForward, 2, 2L * hidden), layers, false)),
                hidden);
        return new Transformer(
                name,
                "decoder",
                List.of(stack),
                new Head(vocab, tied ? 0 : table, tied, true),
                List.of(),
                List.of(),
                List.of("given by its dimensions: rotary positions, RMSNorm, no biases"));
    }

    private static void check(List<String> wrong, String name, long value, long min, long max) {
        if (value < min || value > max) {
            wrong.add(name + " " + value + ": expected " + min + " to " + max);
        }
    }
}
