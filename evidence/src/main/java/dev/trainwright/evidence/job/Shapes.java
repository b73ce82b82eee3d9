package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Cells;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.FeedForwardWidths;
import dev.trainwright.evidence.row.Inputs;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds a transformer from the dimensions that a row gives. */
final class Shapes {

    /** How layers of a family are made, beyond their widths. */
    private enum Style {
        /** Biases, LayerNorm, learned positions, tied head (Radford et al. 2019; Megatron-LM). */
        GPT(false, true, 2, true, true, true),
        /** No biases, learned positions, tied head (llm-foundry's MPT). */
        MPT(false, false, 1, true, true, true),
        /** Gated, RMSNorm, rotary positions, untied head (Touvron et al. 2023). */
        LLAMA(true, false, 1, false, false, true),
        /** As {@link #LLAMA} with a plain feed-forward part (Nemotron-4: squared ReLU). */
        NEMOTRON(false, false, 2, false, false, true),
        /** As {@link #GPT}, every token sees every other (Devlin et al. 2018). */
        BERT(false, true, 2, true, true, false);

        private final boolean gated;
        private final boolean biases;
        private final int normVectors;
        private final boolean positions;
        private final boolean tied;
        private final boolean causal;

        Style(boolean gated, boolean biases, int normVectors, boolean positions, boolean tied, boolean causal) {
            this.gated = gated;
            this.biases = biases;
            this.normVectors = normVectors;
            this.positions = positions;
            this.tied = tied;
            this.causal = causal;
        }
    }

    private Shapes() {}

    /** The row's transformer, or nothing where the row lacks a width. */
    static Optional<Transformer> transformer(Inputs inputs) {
        Long hidden = inputs.whole(Column.HIDDEN);
        Long vocab = inputs.whole(Column.VOCAB);
        if (hidden == null || vocab == null) {
            return Optional.empty();
        }
        Style style = style(inputs);
        Long heads = inputs.whole(Column.HEADS);
        if (heads == null || (hidden % heads != 0 && !inputs.has(Column.HEAD_SIZE))) {
            return Optional.empty();
        }
        Long layers = layers(inputs, style, hidden, heads, vocab);
        if (layers == null) {
            return Optional.empty();
        }
        String name = inputs.text(Column.MODEL, inputs.id());
        long sequence = inputs.whole(Column.SEQ_LEN, 0);
        Layer layer = layer(inputs, style, hidden, heads);
        long norm = style.normVectors * hidden;
        List<ParameterGroup> embedding = style.positions
                ? List.of(
                        new ParameterGroup("tokens", vocab * hidden),
                        new ParameterGroup("positions", sequence * hidden))
                : List.of(new ParameterGroup("tokens", vocab * hidden));
        Stack stack = new Stack(
                style.causal ? "decoder" : "encoder",
                hidden,
                embedding,
                List.of(new LayerGroup(layer, Math.toIntExact(layers), false)),
                norm);
        long transform = style == Style.BERT ? hidden * hidden + 3 * hidden + vocab : 0;
        Head head = new Head(vocab, style.tied ? transform : vocab * hidden, style.tied, style.causal);
        return Optional.of(new Transformer(
                name, style.name().toLowerCase(Locale.ROOT), List.of(stack), head, List.of(), List.of(), List.of()));
    }

    private static Style style(Inputs inputs) {
        String named = inputs.text(Column.STYLE, "gpt");
        for (Style style : Style.values()) {
            if (style.name().equalsIgnoreCase(named)) {
                return style;
            }
        }
        throw new IllegalArgumentException("style: '" + named + "' is none of " + List.of(Style.values()));
    }

    private static Layer layer(Inputs inputs, Style style, long hidden, long heads) {
        long kvHeads = inputs.whole(Column.KV_HEADS, heads);
        long headSize = inputs.whole(Column.HEAD_SIZE, hidden / heads);
        long attentionBiases = style.biases ? (heads + 2 * kvHeads) * headSize + hidden : 0;
        Attention attention = new Attention(
                Math.toIntExact(heads),
                Math.toIntExact(kvHeads),
                Math.toIntExact(headSize),
                attentionBiases,
                0,
                false,
                style.causal,
                null);
        return new Layer(attention, null, feedForward(inputs, style, hidden), 2, 2L * style.normVectors * hidden);
    }

    private static FeedForward feedForward(Inputs inputs, Style style, long hidden) {
        FeedForwardWidths widths = inputs.read(Column.FFN, FeedForwardWidths::parse);
        Long experts = inputs.whole(Column.EXPERTS);
        Long topK = inputs.whole(Column.TOP_K);
        if (experts != null && topK != null && widths != null) {
            Long width = widths.expert() != null ? widths.expert() : widths.dense();
            if (width != null) {
                return new MixtureOfExperts(
                        Math.toIntExact(experts),
                        Math.toIntExact(topK),
                        width,
                        widths.shared(),
                        style.gated,
                        0,
                        hidden * experts,
                        0);
            }
        }
        Long dense = widths == null ? null : widths.dense();
        long width = dense == null ? 4 * hidden : dense;
        return new DenseFeedForward(width, style.gated, style.biases ? width + hidden : 0);
    }

    /** As the row gives them, or as many as its parameters fill, a whole number on each pipeline stage. */
    private static @Nullable Long layers(Inputs inputs, Style style, long hidden, long heads, long vocab) {
        Long layers = inputs.whole(Column.LAYERS);
        String parameters = inputs.text(Column.PARAMS);
        if (layers != null || parameters == null || inputs.has(Column.EXPERTS)) {
            return layers;
        }
        Layer layer = layer(inputs, style, hidden, heads);
        double perLayer = layer.mixer().parameters(hidden) + layer.feedForward().parameters(hidden);
        double filled = (Cells.count(Column.PARAMS, parameters) - (double) vocab * hidden) / perLayer;
        long stages = inputs.whole(Column.PP, 1);
        long perStage = Math.round(filled / stages);
        return perStage < 1 ? null : perStage * stages;
    }
}
