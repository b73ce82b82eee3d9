package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Decoders with LayerNorms and biases throughout, under names of their own. */
public final class LayerNormDecoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "ctrl", LayerNormDecoders::ctrl,
            "xglm", LayerNormDecoders::xglm,
            "biogpt", LayerNormDecoders::bioGpt,
            "persimmon", LayerNormDecoders::persimmon,
            "fuyu", LayerNormDecoders::fuyu,
            "jais2", LayerNormDecoders::jais2,
            "nanochat", LayerNormDecoders::nanochat);

    private LayerNormDecoders() {}

    private static Decoder biased(Decoder decoder) {
        return decoder.attentionBias(true, true).feedForward(false, true).norms(2, Norm.SCALE_AND_BIAS);
    }

    /** CTRL (arXiv 1909.05858): positions are computed; a biased head. */
    private static Transformer ctrl(Fields fields) {
        Decoder decoder = Decoder.gpt(fields);
        decoder.intermediate = fields.size(Size.WIDTH, "dff");
        return biased(decoder).tied(true).headBias(true).build();
    }

    /** XGLM (arXiv 2112.10668): positions are computed. */
    private static Transformer xglm(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "d_model"),
                fields.size(Size.LAYERS, "num_layers"),
                fields.size(Size.HEADS, "attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.size(Size.WIDTH, "ffn_dim");
        fields.require(!fields.flag("add_cross_attention", false), "add_cross_attention", "expected false");
        return biased(decoder.evenHeads("attention_heads")).tied(true).build();
    }

    /** BioGPT (arXiv 2210.10341): OPT's offset of two in the table of positions. */
    private static Transformer bioGpt(Fields fields) {
        Decoder decoder = biased(Decoder.of(fields, Defaults.NONE)).tied(true);
        long rows = fields.size(Size.ROWS, "max_position_embeddings") + 2L;
        return decoder.embedding("position table", rows * decoder.hidden).build();
    }

    /** LayerNorms with bias on each query and key head. */
    private static Transformer persimmon(Fields fields) {
        Decoder decoder = biased(Decoder.of(fields, new Defaults(4096, 36, 64, 0, 0, 16_384, 262_144)));
        return decoder.attentionNorms(fields.flag("qk_layernorm", true) ? 4L * decoder.headSize : 0)
                .tied(false)
                .build();
    }

    /** Persimmon that takes patches through one linear layer and no tower. */
    private static Transformer fuyu(Fields fields) {
        Transformer text =
                fields.has("text_config") ? fields.object("text_config").model("persimmon") : persimmon(fields);
        int hidden = Math.toIntExact(text.main().hidden());
        fields.require(
                fields.sizeOr(hidden, Size.HIDDEN, "hidden_size") == hidden,
                "hidden_size",
                "expected the text's, " + hidden);
        long patch = fields.sizeOr(30, Size.HEADS, "patch_size");
        long channels = fields.sizeOr(3, Size.HEADS, "num_channels");
        fields.settle();
        long patches = Linear.parameters(patch * patch * channels, text.main().hidden());
        List<ParameterGroup> others = List.of(new ParameterGroup("patch projection", patches));
        return new Transformer("", "", text.stacks(), text.head(), others, text.apart(), fields.notes());
    }

    /** Squared ReLU without a gate. */
    private static Transformer jais2(Fields fields) {
        boolean bias = fields.flag("attention_bias", true);
        Decoder decoder = Decoder.of(fields, Defaults.GROUPED).attentionBias(bias, bias);
        return decoder.feedForward(false, fields.flag("mlp_bias", true))
                .norms(2, Norm.SCALE_AND_BIAS)
                .tied(false)
                .build();
    }

    /** Norms without any parameter, squared ReLU without a gate. */
    private static Transformer nanochat(Fields fields) {
        boolean bias = fields.flag("attention_bias", false);
        return Decoder.of(fields, Defaults.GROUPED)
                .attentionBias(bias, bias)
                .norms(2, Norm.BARE)
                .tied(false)
                .build();
    }
}
