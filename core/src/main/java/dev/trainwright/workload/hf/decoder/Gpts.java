package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** GPT and its children: LayerNorm with bias, an ungated feed-forward part with biases, often n_embd for hidden_size. */
public final class Gpts {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "openai-gpt", fields -> gpt2(fields).finalNorm(false).build(),
            "gpt2", fields -> gpt2(fields).build(),
            "gpt_bigcode", Gpts::bigCode,
            "gptj", fields -> oneNorm(Decoder.gpt(fields)),
            "codegen", fields -> oneNorm(Decoder.gpt(fields)),
            "gpt_neo", Gpts::neo,
            "gpt_neox", Gpts::neoX,
            "phi", Gpts::phi,
            "phi-msft", Gpts::phiMsft,
            "starcoder2", Gpts::starCoder2);

    private Gpts() {}

    private static Decoder biased(Decoder decoder) {
        return decoder.attentionBias(true, true).feedForward(false, true).norms(2, Norm.SCALE_AND_BIAS);
    }

    private static Decoder gpt2(Fields fields) {
        fields.require(
                !fields.flag("add_cross_attention", false),
                "add_cross_attention",
                "expected false: a decoder without an encoder");
        Decoder decoder = Decoder.gpt(fields);
        return biased(decoder).embedding("position table", positions(decoder)).tied(true);
    }

    private static long positions(Decoder decoder) {
        return (long) decoder.fields.size(Size.ROWS, "n_positions", "max_position_embeddings") * decoder.hidden;
    }

    private static Transformer bigCode(Fields fields) {
        Decoder decoder = gpt2(fields);
        decoder.kvHeads = fields.flag("multi_query", true) ? 1 : decoder.heads;
        return decoder.build();
    }

    /** GPT-J and CodeGen: attention and feed-forward part side by side behind one norm, no attention biases, a biased head. */
    private static Transformer oneNorm(Decoder decoder) {
        return decoder.feedForward(false, true)
                .norms(1, Norm.SCALE_AND_BIAS)
                .tied(false)
                .headBias(true)
                .build();
    }

    private static Transformer neo(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_layers", "num_hidden_layers"),
                fields.size(Size.HEADS, "num_heads", "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.sizeOr(4 * decoder.hidden, Size.WIDTH, "intermediate_size");
        long window = fields.sizeOr(256, Size.ROWS, "window_size");
        List<String> kinds = fields.texts("attention_layers");
        fields.require(
                kinds == null || kinds.size() == decoder.layers,
                "attention_layers",
                "expected one kind for each layer");
        return biased(decoder.evenHeads("num_heads"))
                .attentionBias(false, true)
                .window(layer ->
                        (kinds == null ? layer % 2 == 1 : kinds.get(layer).equals("local")) ? window : null)
                .embedding("position table", (long) fields.size(Size.ROWS, "max_position_embeddings") * decoder.hidden)
                .tied(true)
                .build();
    }

    private static Transformer neoX(Fields fields) {
        boolean bias = fields.flag("attention_bias", true);
        return biased(Decoder.of(fields, Defaults.NONE))
                .attentionBias(bias, bias)
                .tied(false)
                .build();
    }

    /** Phi 1, 1.5 and 2. */
    private static Transformer phi(Fields fields) {
        Decoder decoder = biased(Decoder.of(fields, Defaults.NONE)).norms(1, Norm.SCALE_AND_BIAS);
        boolean headNorms = fields.flag("qk_layernorm", false);
        return decoder.attentionNorms(headNorms ? 2 * Norm.SCALE_AND_BIAS.parameters(decoder.headSize) : 0)
                .tied(false)
                .headBias(true)
                .build();
    }

    /** Phi 1, 1.5 and 2 as first published, with GPT-2's names. */
    private static Transformer phiMsft(Fields fields) {
        Decoder decoder = Decoder.gpt(fields).kvHeads(0, "n_head_kv");
        return biased(decoder)
                .norms(1, Norm.SCALE_AND_BIAS)
                .tied(false)
                .headBias(true)
                .build();
    }

    private static Transformer starCoder2(Fields fields) {
        boolean bias = fields.flag("use_bias", true);
        Decoder decoder = Decoder.of(fields, Defaults.STARCODER_2);
        return decoder.attentionBias(bias, bias)
                .feedForward(false, bias)
                .norms(2, Norm.SCALE_AND_BIAS)
                .window(Windows.everywhere(fields, "sliding_window"))
                .tied(true)
                .build();
    }
}
