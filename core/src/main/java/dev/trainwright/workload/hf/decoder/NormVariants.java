package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.Map;
import java.util.function.Function;

/** Decoders that place their norms otherwise than Llama, or use another kind of them. */
public final class NormVariants {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry("stablelm", NormVariants::stableLm),
            Map.entry("stablelm_epoch", NormVariants::stableLm),
            Map.entry("olmo", NormVariants::olmo),
            Map.entry("olmo2", fields -> olmo2(fields).build()),
            Map.entry("olmo3", NormVariants::olmo3),
            Map.entry("exaone4", fields -> exaone4(fields).build()),
            Map.entry("nemotron", NormVariants::nemotron),
            Map.entry("glm", fields -> glm(fields).build()),
            Map.entry("glm4", NormVariants::glm4),
            Map.entry("qwen", NormVariants::qwen1),
            Map.entry("chatglm", NormVariants::chatGlm));

    private NormVariants() {}

    private static Transformer stableLm(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.STABLE_LM);
        long headNorms = (long) (decoder.heads + decoder.kvHeads) * decoder.headSize;
        return decoder.attentionBias(fields.flag("use_qkv_bias", false), false)
                .attentionNorms(fields.flag("qk_layernorm", false) ? headNorms : 0)
                .norms(fields.flag("use_parallel_residual", false) ? 1 : 2, Norm.SCALE_AND_BIAS)
                .tied(false)
                .build();
    }

    /** LayerNorm without any parameter. */
    private static Transformer olmo(Fields fields) {
        return Llamas.llama(fields, Defaults.NONE)
                .feedForward(true, false)
                .norms(2, Norm.BARE)
                .tied(false)
                .build();
    }

    /** Norms behind each half, and one over all queries and one over all keys. */
    private static Decoder olmo2(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.NONE).feedForward(true, false).tied(false);
        return decoder.attentionNorms((long) (decoder.heads + decoder.kvHeads) * decoder.headSize);
    }

    private static Transformer olmo3(Fields fields) {
        Decoder decoder = olmo2(fields);
        return decoder.window(Windows.byLayer(fields, decoder.layers, 4096, 4)).build();
    }

    /** Norms behind each half and on each query and key head. */
    public static Decoder exaone4(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED).tied(false);
        if (fields.has("num_nextn_predict_layers")) {
            fields.note("multi-token prediction layers are not counted");
        }
        return decoder.attentionNorms(2L * decoder.headSize).window(Windows.byLayer(fields, decoder.layers, 4096, 0));
    }

    /** LayerNorm with bias and squared ReLU without a gate. */
    private static Transformer nemotron(Fields fields) {
        return Llamas.llama(fields, Defaults.NONE)
                .feedForward(false, fields.flag("mlp_bias", false))
                .norms(2, Norm.SCALE_AND_BIAS)
                .tied(false)
                .build();
    }

    static Transformer glm4(Fields fields) {
        return glm(fields).norms(4, Norm.SCALE).build();
    }

    /** GLM-4.1V's text, whose heads share out the hidden size. */
    public static Transformer glm4Vision(Fields fields) {
        return glm(fields, Defaults.GLM_VISION).norms(4, Norm.SCALE).build();
    }

    /** GLM-OCR's. */
    public static Transformer glmOcr(Fields fields) {
        return glm(fields, Defaults.GLM_OCR)
                .attentionBias(false, false)
                .norms(4, Norm.SCALE)
                .build();
    }

    private static Decoder glm(Fields fields) {
        return glm(fields, Defaults.GLM);
    }

    private static Decoder glm(Fields fields, Defaults defaults) {
        return Llamas.plain(fields, defaults)
                .attentionBias(fields.flag("attention_bias", true), false)
                .tied(false);
    }

    /** Qwen 1: the intermediate_size of its files is twice the inner width. */
    private static Transformer qwen1(Fields fields) {
        Decoder decoder = Decoder.of(fields, Defaults.NONE);
        fields.require(decoder.intermediate % 2 == 0, "intermediate_size", "expected an even number");
        decoder.intermediate /= 2;
        decoder.headSize(0, "kv_channels");
        boolean bias = !fields.flag("no_bias", true);
        fields.note("intermediate_size is twice the inner width in this family");
        return decoder.attentionBias(true, bias)
                .feedForward(true, bias)
                .tied(false)
                .build();
    }

    /** ChatGLM 2 and 3 and GLM-4; the first ChatGLM is told by its position_encoding_2d. */
    private static Transformer chatGlm(Fields fields) {
        return fields.has("position_encoding_2d") ? chatGlm1(fields) : chatGlm2(fields);
    }

    private static Transformer chatGlm1(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_layers"),
                fields.size(Size.HEADS, "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.size(Size.WIDTH, "inner_hidden_size");
        return decoder.evenHeads("num_attention_heads")
                .attentionBias(true, true)
                .feedForward(false, true)
                .norms(2, Norm.SCALE_AND_BIAS)
                .tied(true)
                .build();
    }

    private static Transformer chatGlm2(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_layers"),
                fields.size(Size.HEADS, "num_attention_heads"),
                fields.size(Size.ROWS, "padded_vocab_size", "vocab_size"));
        decoder.intermediate = fields.size(Size.WIDTH, "ffn_hidden_size");
        decoder.headSize(0, "kv_channels");
        if (fields.flag("multi_query_attention", false)) {
            decoder.kvHeads(1, "multi_query_group_num");
        }
        boolean bias = fields.flag("add_bias_linear", false);
        return decoder.attentionBias(bias || fields.flag("add_qkv_bias", false), bias)
                .feedForward(true, bias)
                .norms(2, Norm.layerNorm(!fields.flag("rmsnorm", true)))
                .finalNorm(fields.flag("post_layer_norm", true))
                .headBias(bias)
                .tied(false)
                .build();
    }
}
