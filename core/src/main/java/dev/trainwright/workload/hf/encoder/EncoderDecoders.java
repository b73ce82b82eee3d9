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

/** Encoders with decoders that attend to their output: Whisper, and what it has in common with {@link T5s} and {@link Barts}. */
public final class EncoderDecoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES =
            Map.of("whisper", EncoderDecoders::whisper);

    private EncoderDecoders() {}

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
        int heads = fields.size(Size.HEADS, stack + "_attention_heads");
        int inner = fields.size(Size.WIDTH, stack + "_ffn_dim");
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

    /** Two stacks and a head. */
    static Transformer model(Fields fields, Stack encoder, Stack decoder, int vocab, boolean tied) {
        Head head = new Head(vocab, tied ? 0 : vocab * decoder.hidden(), tied, true);
        return new Transformer("", "", List.of(encoder, decoder), head, List.of(), List.of(), fields.notes());
    }
}
