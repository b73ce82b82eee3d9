package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.Map;
import java.util.function.Function;

/** Llama and the decoders that differ from it by a bias, a norm or a default: RMSNorm before attention and before a gated feed-forward part. */
public final class Llamas {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry(
                    "llama", fields -> llama(fields, Defaults.LLAMA).tied(false).build()),
            Map.entry("Yi", fields -> llama(fields, Defaults.LLAMA).tied(false).build()),
            Map.entry("mistral", Llamas::mistral),
            Map.entry("qwen2", fields -> qwen2(fields).build()),
            Map.entry("qwen3", fields -> qwen3(fields).build()),
            Map.entry("phi3", fields -> phi3(fields).build()),
            Map.entry("internlm", Llamas::internlm),
            Map.entry("internlm2", Llamas::internlm2),
            Map.entry(
                    "baichuan",
                    fields -> plain(fields, Defaults.NONE).tied(false).build()),
            Map.entry("orion", Llamas::orion),
            Map.entry(
                    "granite",
                    fields -> llama(fields, Defaults.LLAMA).tied(false).build()),
            Map.entry("granite_swa", Llamas::graniteWindowed),
            Map.entry("cwm", Llamas::cwm),
            Map.entry("diffllama", Llamas::differential),
            Map.entry("helium", Llamas::helium),
            Map.entry("hyperclovax", Llamas::hyperClova),
            Map.entry("ministral", Llamas::ministral),
            Map.entry("smollm3", Llamas::smollm3),
            Map.entry("seed_oss", Llamas::seed),
            Map.entry("mimo", Llamas::mimo),
            Map.entry("ernie4_5", Llamas::ernie),
            Map.entry("arcee", Llamas::arcee),
            Map.entry("bitnet", Llamas::bitNet),
            Map.entry("exaone", Llamas::exaone),
            Map.entry("minicpm", Llamas::minicpm),
            Map.entry("apertus", Llamas::apertus),
            Map.entry("hunyuan_v1_dense", Llamas::hunyuan),
            Map.entry("internlm3", Llamas::internlm3),
            Map.entry("yuan", Llamas::yuan));

    private Llamas() {}

    /** Without any bias. */
    public static Decoder plain(Fields fields, Defaults defaults) {
        return Decoder.of(fields, defaults).feedForward(true, false);
    }

    /** With the biases that {@code attention_bias} and {@code mlp_bias} ask for. */
    public static Decoder llama(Fields fields, Defaults defaults) {
        boolean bias = fields.flag("attention_bias", false);
        return Decoder.of(fields, defaults).attentionBias(bias, bias).feedForward(true, fields.flag("mlp_bias", false));
    }

    private static Transformer mistral(Fields fields) {
        return plain(fields, Defaults.MISTRAL)
                .window(Windows.everywhere(fields, "sliding_window"))
                .tied(false)
                .build();
    }

    public static Transformer ministral3(Fields fields) {
        return plain(fields, Defaults.MINISTRAL_3).tied(false).build();
    }

    /** Biases on queries, keys and values only. */
    public static Decoder qwen2(Fields fields) {
        return qwen2(fields, Defaults.QWEN_2);
    }

    public static Decoder qwen2(Fields fields, Defaults defaults) {
        return plain(fields, defaults)
                .attentionBias(fields.flag("qkv_bias", true), false)
                .tied(false);
    }

    /** A norm on each query and key head. */
    public static Decoder qwen3(Fields fields) {
        return qwen3(fields, Defaults.QWEN_3);
    }

    public static Decoder qwen3(Fields fields, Defaults defaults) {
        Decoder decoder = llama(fields, defaults).tied(false);
        return decoder.attentionNorms(2L * decoder.headSize);
    }

    public static Decoder phi3(Fields fields) {
        return plain(fields, Defaults.PHI_3)
                .window(Windows.everywhere(fields, "sliding_window"))
                .headBias(fields.flag("lm_head_bias", false))
                .tied(false);
    }

    /** InternLM 1: all four projections biased unless told otherwise. */
    private static Transformer internlm(Fields fields) {
        boolean bias = fields.flag("bias", true);
        return plain(fields, Defaults.NONE)
                .attentionBias(bias, bias)
                .tied(false)
                .build();
    }

    private static Transformer internlm2(Fields fields) {
        boolean bias = fields.flag("bias", true);
        return plain(fields, Defaults.NONE)
                .attentionBias(bias, bias)
                .tied(false)
                .build();
    }

    /** LayerNorm with bias in RMSNorm's place. */
    private static Transformer orion(Fields fields) {
        return llama(fields, Defaults.GROUPED)
                .norms(2, Norm.SCALE_AND_BIAS)
                .tied(false)
                .build();
    }

    /** Granite with windows in three of four layers and a sink for each head. */
    private static Transformer graniteWindowed(Fields fields) {
        Decoder decoder = llama(fields, Defaults.GROUPED);
        return decoder.attentionExtra(decoder.heads)
                .window(Windows.afterTheFirst(fields, decoder.layers, 128, 4))
                .tied(true)
                .build();
    }

    private static Transformer cwm(Fields fields) {
        Decoder decoder = llama(fields, Defaults.GROUPED_128).attentionBias(false, false);
        return decoder.window(Windows.byLayer(fields, decoder.layers, 8192, 4))
                .tied(false)
                .build();
    }

    /** The difference of two attentions (arXiv 2410.05258), weighed by four vectors of a head's size. */
    private static Transformer differential(Fields fields) {
        Decoder decoder = llama(fields, Defaults.NONE).feedForward(true, false);
        return decoder.attentionExtra(4L * decoder.headSize).tied(false).build();
    }

    /** The output matrix is square whatever the heads. */
    private static Transformer helium(Fields fields) {
        Decoder decoder = llama(fields, Defaults.GROUPED).attentionBias(fields.flag("attention_bias", false), false);
        fields.require(
                (long) decoder.heads * decoder.headSize == decoder.hidden,
                "head_dim",
                "expected hidden_size / num_attention_heads");
        return decoder.tied(false).build();
    }

    /** Two more norms a layer, behind each half. */
    private static Transformer hyperClova(Fields fields) {
        Decoder decoder = llama(fields, Defaults.GROUPED);
        return decoder.norms(fields.flag("use_post_norm", true) ? 4 : 2, Norm.SCALE)
                .tied(false)
                .build();
    }

    private static Transformer ministral(Fields fields) {
        Decoder decoder = plain(fields, Defaults.GROUPED);
        return decoder.window(Windows.byLayer(fields, decoder.layers, 4096, 1))
                .tied(false)
                .build();
    }

    private static Transformer smollm3(Fields fields) {
        return llama(fields, Defaults.GROUPED).tied(true).build();
    }

    private static Transformer seed(Fields fields) {
        return Decoder.of(fields, Defaults.GROUPED_128)
                .attentionBias(fields.flag("attention_bias", true), fields.flag("attention_out_bias", false))
                .feedForward(true, fields.flag("mlp_bias", false))
                .tied(false)
                .build();
    }

    private static Transformer mimo(Fields fields) {
        Decoder decoder = qwen2(fields);
        if (fields.has("num_nextn_predict_layers")) {
            fields.note("multi-token prediction layers are not counted");
        }
        return decoder.build();
    }

    private static Transformer ernie(Fields fields) {
        boolean bias = fields.flag("use_bias", false);
        return Decoder.of(fields, Defaults.GROUPED_128)
                .attentionBias(bias, bias)
                .feedForward(true, bias)
                .tied(true)
                .build();
    }

    /** Squared ReLU without a gate. */
    private static Transformer arcee(Fields fields) {
        return llama(fields, Defaults.NONE)
                .feedForward(false, fields.flag("mlp_bias", false))
                .tied(false)
                .build();
    }

    /** A norm before the output projection and one before the last product of the feed-forward part. */
    private static Transformer bitNet(Fields fields) {
        Decoder decoder = llama(fields, Defaults.GROUPED).feedForward(true, false);
        return decoder.layerExtra((long) decoder.hidden + decoder.intermediate)
                .tied(false)
                .build();
    }

    /** EXAONE 3, whose layers are counted by num_layers. */
    private static Transformer exaone(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_layers", "num_hidden_layers"),
                fields.size(Size.HEADS, "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.size(Size.WIDTH, "intermediate_size");
        return decoder.kvHeads(0, "num_key_value_heads")
                .headSize(0, "head_dim")
                .feedForward(true, false)
                .tied(false)
                .build();
    }

    /** MiniCPM, dense or with routed experts. */
    private static Transformer minicpm(Fields fields) {
        Decoder decoder = llama(fields, Defaults.NONE).tied(true);
        if (fields.has("num_experts") && fields.size(Size.COUNT, "num_experts") > 0) {
            Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", decoder.intermediate);
            decoder.feedForward(layer -> experts.routed(decoder.hidden));
        }
        return decoder.build();
    }

    /** Norms on query and key heads; the activation xIELU has two numbers of its own in each layer. */
    private static Transformer apertus(Fields fields) {
        Decoder decoder = llama(fields, Defaults.NONE).feedForward(false, fields.flag("mlp_bias", false));
        return decoder.attentionNorms(2L * decoder.headSize)
                .layerExtra(2)
                .tied(false)
                .build();
    }

    private static Transformer hunyuan(Fields fields) {
        Decoder decoder = llama(fields, Defaults.NONE).feedForward(true, false);
        boolean headNorms = fields.flag("use_qk_norm", true);
        return decoder.attentionNorms(headNorms ? 2L * decoder.headSize : 0)
                .tied(false)
                .build();
    }

    private static Transformer internlm3(Fields fields) {
        boolean bias = fields.flag("bias", false);
        return Decoder.of(fields, Defaults.GROUPED)
                .attentionBias(fields.flag("qkv_bias", false), bias)
                .feedForward(true, bias)
                .tied(false)
                .build();
    }

    /** Yuan 2: queries and keys are made from a filtered stream, two convolutions over two tokens each and a norm. */
    private static Transformer yuan(Fields fields) {
        fields.require(
                !fields.flag("use_shareqk", false), "use_shareqk", "expected false: a shared projection is not read");
        Decoder decoder = plain(fields, Defaults.NONE);
        long hidden = decoder.hidden;
        fields.require(hidden % 2 == 0, "hidden_size", "expected an even number");
        fields.note("the localized filter's parameters are counted with the attention; its work is not");
        return decoder.attentionExtra(2 * hidden * hidden + hidden / 2 + 2 * hidden)
                .tied(true)
                .build();
    }
}
