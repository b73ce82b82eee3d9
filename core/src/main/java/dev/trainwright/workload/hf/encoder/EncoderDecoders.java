package dev.trainwright.workload.hf.encoder;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** T5, BART with its kin, and Whisper: two stacks, the second attending to the first's output. */
public final class EncoderDecoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "t5", fields -> t5(fields, "relu", true, false),
            "mt5", fields -> t5(fields, "gated-gelu", false, false),
            "umt5", fields -> t5(fields, "gated-gelu", true, true),
            "bart", EncoderDecoders::bart,
            "mbart", fields -> bart(fields, positions(fields, 2), true, true),
            "m2m_100", fields -> bart(fields, 0, false, true),
            "pegasus", fields -> bart(fields, positions(fields, 0), false, true),
            "blenderbot", fields -> bart(fields, positions(fields, 0), false, true),
            "marian", EncoderDecoders::marian,
            "whisper", EncoderDecoders::whisper);

    private EncoderDecoders() {}

    /** RMSNorm, no biases, a table of relative position biases in the first layer of each stack. */
    private static Transformer t5(Fields fields, String projection, boolean tiedWhereAbsent, boolean tableInEachLayer) {
        int hidden = fields.shape(512, Size.HIDDEN, "d_model");
        int layers = fields.shape(6, Size.LAYERS, "num_layers");
        int decoderLayers = fields.sizeOr(layers, Size.LAYERS, "num_decoder_layers");
        int heads = fields.shape(8, Size.HEADS, "num_heads");
        int headSize = fields.shape(64, Size.HEAD_SIZE, "d_kv");
        int inner = fields.shape(2048, Size.WIDTH, "d_ff");
        int vocab = fields.shape(32_128, Size.ROWS, "vocab_size");
        long buckets = (long) fields.sizeOr(32, Size.ROWS, "relative_attention_num_buckets") * heads;
        boolean gated = fields.text("feed_forward_proj", projection).startsWith("gated-");
        fields.require(
                fields.flag("is_gated_act", gated) == gated,
                "is_gated_act",
                "contradicts feed_forward_proj; expected " + gated);
        boolean tied = fields.tied(tiedWhereAbsent);
        fields.settle();
        DenseFeedForward feedForward = new DenseFeedForward(inner, gated, 0);
        Attention all = Attention.of(heads, heads, headSize, false);
        Attention earlier = Attention.of(heads, heads, headSize, true);
        ParameterGroup positions =
                new ParameterGroup("relative position biases", buckets * (tableInEachLayer ? layers : 1));
        ParameterGroup decoderPositions =
                new ParameterGroup("relative position biases", buckets * (tableInEachLayer ? decoderLayers : 1));
        Stack encoder = new Stack(
                "encoder",
                hidden,
                List.of(new ParameterGroup("token table", (long) vocab * hidden), positions),
                List.of(new LayerGroup(new Layer(all, null, feedForward, 2, 2L * hidden), layers, false)),
                hidden);
        Stack decoder = new Stack(
                "decoder",
                hidden,
                List.of(decoderPositions),
                List.of(new LayerGroup(new Layer(earlier, all, feedForward, 3, 3L * hidden), decoderLayers, false)),
                hidden);
        return model(fields, encoder, decoder, vocab, tied);
    }

    /** Marian keeps its table of sines and has no norms but the layers'. */
    private static Transformer marian(Fields fields) {
        int vocab = fields.size(Size.ROWS, "vocab_size");
        fields.require(
                fields.flag("share_encoder_decoder_embeddings", true),
                "share_encoder_decoder_embeddings",
                "expected true");
        fields.require(
                fields.sizeOr(vocab, Size.ROWS, "decoder_vocab_size") == vocab,
                "decoder_vocab_size",
                "expected vocab_size, " + vocab);
        return bart(fields, positions(fields, 0), false, false);
    }

    /** Rows of the table of positions, some of which a family sets aside. */
    private static long positions(Fields fields, long aside) {
        return fields.shape(1024, Size.ROWS, "max_position_embeddings") + aside;
    }

    /** BART itself; within another model's file with the class's defaults. */
    public static Transformer bart(Fields fields) {
        return bart(fields, positions(fields, 2), true, false);
    }

    /**
     * BART and its kin.
     *
     * @param rows of each stack's table of positions, sines that are stored included; 0 where they are computed
     * @param embeddingNorms whether a LayerNorm stands behind the embeddings
     * @param finalNorms whether one stands behind each stack
     */
    private static Transformer bart(Fields fields, long rows, boolean embeddingNorms, boolean finalNorms) {
        int hidden = fields.shape(1024, Size.HIDDEN, "d_model");
        int vocab = fields.shape(50_265, Size.ROWS, "vocab_size");
        fields.require(
                fields.tied(true),
                "tie_word_embeddings",
                "expected true: releases of transformers disagree how many tables there are otherwise");
        Layer encoding = layer(fields, hidden, "encoder", 4L * hidden);
        Layer decoding = layer(fields, hidden, "decoder", 4L * hidden);
        int layers = fields.shape(12, Size.LAYERS, "encoder_layers");
        int decoderLayers = fields.shape(12, Size.LAYERS, "decoder_layers");
        fields.settle();
        ParameterGroup table = new ParameterGroup("position table", rows * hidden);
        ParameterGroup norm = new ParameterGroup("embedding norm", embeddingNorms ? 2L * hidden : 0);
        long last = finalNorms ? 2L * hidden : 0;
        Stack encoder = new Stack(
                "encoder",
                hidden,
                List.of(new ParameterGroup("token table", (long) vocab * hidden), table, norm),
                List.of(new LayerGroup(encoding, layers, false)),
                last);
        Stack decoder = new Stack(
                "decoder", hidden, List.of(table, norm), List.of(new LayerGroup(decoding, decoderLayers, false)), last);
        return model(fields, encoder, decoder, vocab, true);
    }

    /** Two convolutions over the spectrogram; keys have no bias. */
    private static Transformer whisper(Fields fields) {
        int hidden = fields.size(Size.HIDDEN, "d_model");
        int vocab = fields.size(Size.ROWS, "vocab_size");
        long mels = fields.size(Size.WIDTH, "num_mel_bins");
        long sources = fields.size(Size.ROWS, "max_source_positions");
        long targets = fields.size(Size.ROWS, "max_target_positions");
        boolean tied = fields.tied(true);
        Layer encoding = layer(fields, hidden, "encoder", 3L * hidden);
        Layer decoding = layer(fields, hidden, "decoder", 3L * hidden);
        int layers = fields.size(Size.LAYERS, "encoder_layers");
        int decoderLayers = fields.size(Size.LAYERS, "decoder_layers");
        fields.settle();
        Stack encoder = new Stack(
                "encoder",
                hidden,
                List.of(
                        new ParameterGroup("convolutions", 3 * (mels + hidden) * hidden + 2L * hidden),
                        new ParameterGroup("position table", sources * hidden)),
                List.of(new LayerGroup(encoding, layers, false)),
                2L * hidden);
        Stack decoder = new Stack(
                "decoder",
                hidden,
                List.of(
                        new ParameterGroup("token table", (long) vocab * hidden),
                        new ParameterGroup("position table", targets * hidden)),
                List.of(new LayerGroup(decoding, decoderLayers, false)),
                2L * hidden);
        return model(fields, encoder, decoder, vocab, tied);
    }

    /** A layer of one stack with biases; the decoder's has a second attention, over the encoder's output, and a third norm. */
    private static Layer layer(Fields fields, int hidden, String stack, long attentionBiases) {
        int heads = fields.shape(16, Size.HEADS, stack + "_attention_heads");
        int inner = fields.shape(4096, Size.WIDTH, stack + "_ffn_dim");
        fields.require(hidden % heads == 0, stack + "_attention_heads", "expected a divisor of d_model, " + hidden);
        boolean decoding = stack.equals("decoder");
        fields.settle();
        Attention attention = new Attention(heads, heads, hidden / heads, attentionBiases, 0, false, decoding, null);
        Attention cross =
                decoding ? new Attention(heads, heads, hidden / heads, attentionBiases, 0, false, false, null) : null;
        int norms = decoding ? 3 : 2;
        DenseFeedForward feedForward = new DenseFeedForward(inner, false, (long) inner + hidden);
        return new Layer(attention, cross, feedForward, norms, norms * 2L * hidden);
    }

    private static Transformer model(Fields fields, Stack encoder, Stack decoder, int vocab, boolean tied) {
        Head head = new Head(vocab, tied ? 0 : vocab * decoder.hidden(), tied, true);
        return new Transformer("", "", List.of(encoder, decoder), head, List.of(), List.of(), fields.notes());
    }
}
