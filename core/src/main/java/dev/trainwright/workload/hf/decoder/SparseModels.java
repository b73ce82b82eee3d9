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
import java.util.function.IntPredicate;

/** More mixtures of experts, each with one thing of its own. */
public final class SparseModels {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "gpt_oss", SparseModels::gptOss,
            "mellum", SparseModels::mellum,
            "olmoe", SparseModels::olmo,
            "flex_olmo", SparseModels::olmo,
            "granitemoe", fields -> granite(fields, 0).build(),
            "granitemoeshared",
                    fields -> granite(fields, fields.size(Size.COUNT, "shared_intermediate_size"))
                            .build(),
            "granitemoe_swa", SparseModels::graniteWindowed,
            "phimoe", SparseModels::phiMoe,
            "dbrx", SparseModels::dbrx);

    private SparseModels() {}

    /** Biases everywhere, a sink for each head, every second layer within a window. */
    private static Transformer gptOss(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GPT_OSS).tied(false);
        boolean bias = fields.flag("attention_bias", true);
        long inner = decoder.intermediate;
        String topK = fields.has("num_experts_per_tok") ? "num_experts_per_tok" : "experts_per_token";
        Experts experts = new Experts(fields, "num_local_experts", topK, inner)
                .expertBias(2 * inner + decoder.hidden)
                .routerBias(true);
        return decoder.attentionBias(bias, bias)
                .attentionExtra(decoder.heads)
                .window(Windows.byLayer(fields, decoder.layers, 128, 2))
                .feedForward(layer -> experts.routed(decoder.hidden))
                .build();
    }

    /** OLMoE and FlexOlmo (arXiv 2507.07024): one norm over all queries and one over all keys. */
    private static Transformer olmo(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.NONE).feedForward(true, false).tied(false);
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", decoder.intermediate);
        return decoder.attentionNorms((long) (decoder.heads + decoder.kvHeads) * decoder.headSize)
                .feedForward(layer -> experts.routed(decoder.hidden))
                .build();
    }

    private static Decoder granite(Fields fields, long shared) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.NONE).feedForward(true, false).tied(false);
        Experts experts =
                new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate).shared(shared);
        return decoder.feedForward(layer -> experts.routed(decoder.hidden));
    }

    /** Windows in three of four layers and a sink for each head. */
    private static Transformer graniteWindowed(Fields fields) {
        Decoder decoder = granite(fields, fields.sizeOr(0, Size.COUNT, "shared_intermediate_size"));
        return decoder.attentionExtra(decoder.heads)
                .window(Windows.afterTheFirst(fields, decoder.layers, 128, 4))
                .build();
    }

    /** JetBrains' Mellum 2: Qwen 3's experts, in every layer unless a list says otherwise. */
    private static Transformer mellum(Fields fields) {
        Decoder decoder = Llamas.qwen3(fields, Defaults.GROUPED_128);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        String count = fields.has("num_local_experts") ? "num_local_experts" : "num_experts";
        Experts experts = new Experts(fields, count, "num_experts_per_tok", inner);
        IntPredicate routed = fields.has("mlp_layer_types") ? ComposedMixtures.listed(decoder) : layer -> true;
        return decoder.feedForward(layer ->
                        routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .window(Windows.byLayer(fields, decoder.layers, 1024, 0))
                .build();
    }

    /** LayerNorm with bias, a biased head. */
    private static Transformer phiMoe(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.GROUPED).feedForward(true, false).tied(false);
        Experts experts = new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate);
        return decoder.norms(2, Norm.SCALE_AND_BIAS)
                .headBias(fields.flag("lm_head_bias", false))
                .window(Windows.everywhere(fields, "sliding_window"))
                .feedForward(layer -> experts.routed(decoder.hidden))
                .build();
    }

    /** LayerNorm without bias; attention and experts in objects of their own. */
    private static Transformer dbrx(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "d_model"),
                fields.size(Size.LAYERS, "n_layers"),
                fields.size(Size.HEADS, "n_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        Fields attention = fields.object("attn_config");
        decoder.kvHeads = attention.size(Size.HEADS, "kv_n_heads");
        attention.require(
                decoder.heads % decoder.kvHeads == 0, "kv_n_heads", "expected a divisor of n_heads, " + decoder.heads);
        Fields inner = fields.object("ffn_config");
        Experts experts = new Experts(inner, "moe_num_experts", "moe_top_k", inner.size(Size.WIDTH, "ffn_hidden_size"));
        return decoder.evenHeads("n_heads")
                .feedForward(layer -> experts.routed(decoder.hidden))
                .tied(false)
                .build();
    }
}
