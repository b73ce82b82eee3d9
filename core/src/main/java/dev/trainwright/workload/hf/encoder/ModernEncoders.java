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
import dev.trainwright.workload.hf.reading.Layers;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** ModernBERT, and DeBERTa from its second version on. */
public final class ModernEncoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "modernbert", ModernEncoders::modernBert,
            "deberta-v2", ModernEncoders::deberta);

    private ModernEncoders() {}

    /** No biases, a gated feed-forward part, windows in two of three layers; the first layer has no norm before its attention. */
    private static Transformer modernBert(Fields fields) {
        int hidden = fields.size(Size.HIDDEN, "hidden_size");
        int heads = fields.size(Size.HEADS, "num_attention_heads");
        int inner = fields.size(Size.WIDTH, "intermediate_size");
        int layers = fields.size(Size.LAYERS, "num_hidden_layers");
        long vocab = fields.size(Size.ROWS, "vocab_size");
        int period = fields.sizeOr(3, Size.LAYERS, "global_attn_every_n_layers");
        Long window = (long) fields.sizeOr(128, Size.ROWS, "local_attention");
        for (String bias : List.of("attention_bias", "mlp_bias", "norm_bias")) {
            fields.require(!fields.flag(bias, false), bias, "expected false");
        }
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        fields.note("counted as the bare encoder, without a task's head");
        fields.settle();
        DenseFeedForward feedForward = new DenseFeedForward(inner, true, 0);
        Stack stack = new Stack(
                "encoder",
                hidden,
                List.of(
                        new ParameterGroup("token table", vocab * hidden),
                        new ParameterGroup("embedding norm", hidden)),
                Layers.of(
                        layers,
                        layer -> new Layer(
                                new Attention(
                                        heads,
                                        heads,
                                        hidden / heads,
                                        0,
                                        0,
                                        false,
                                        false,
                                        layer % period == 0 ? null : window),
                                null,
                                feedForward,
                                2,
                                layer == 0 ? hidden : 2L * hidden)),
                hidden);
        return new Transformer(
                "", "", List.of(stack), new Head(vocab, 0, true, true), List.of(), List.of(), fields.notes());
    }

    /** Disentangled attention whose position projections are the content's (V3): a table of relative positions and its norm. */
    private static Transformer deberta(Fields fields) {
        int hidden = fields.size(Size.HIDDEN, "hidden_size");
        int heads = fields.size(Size.HEADS, "num_attention_heads");
        int inner = fields.size(Size.WIDTH, "intermediate_size");
        int layers = fields.size(Size.LAYERS, "num_hidden_layers");
        long vocab = fields.size(Size.ROWS, "vocab_size");
        long types = fields.size(Size.COUNT, "type_vocab_size");
        fields.require(fields.flag("relative_attention", false), "relative_attention", "expected true");
        fields.require(fields.flag("share_att_key", false), "share_att_key", "expected true");
        fields.require(!fields.flag("position_biased_input", true), "position_biased_input", "expected false");
        fields.require(fields.sizeOr(0, Size.COUNT, "conv_kernel_size") == 0, "conv_kernel_size", "expected none");
        fields.require(
                fields.sizeOr(hidden, Size.HIDDEN, "embedding_size") == hidden,
                "embedding_size",
                "expected hidden_size");
        fields.require(fields.text("norm_rel_ebd", "none").equals("layer_norm"), "norm_rel_ebd", "expected layer_norm");
        long buckets = fields.size(Size.ROWS, "position_buckets");
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        fields.note("counted as the bare encoder, without a task's head");
        fields.settle();
        Stack stack = new Stack(
                "encoder",
                hidden,
                List.of(
                        new ParameterGroup("token table", vocab * hidden),
                        new ParameterGroup("token type table", types * hidden),
                        new ParameterGroup("embedding norm", 2L * hidden),
                        new ParameterGroup("relative positions and their norm", 2 * buckets * hidden + 2L * hidden)),
                List.of(new LayerGroup(Encoders.layer(hidden, heads, inner), layers, false)),
                0);
        return new Transformer(
                "", "", List.of(stack), new Head(vocab, 0, true, true), List.of(), List.of(), fields.notes());
    }
}
