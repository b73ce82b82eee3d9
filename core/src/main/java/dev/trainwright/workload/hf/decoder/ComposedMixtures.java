package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Mixtures of experts with something beside them: dense parts, second attentions, experts that do nothing. */
public final class ComposedMixtures {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "grok-1", ComposedMixtures::grok,
            "arctic", ComposedMixtures::arctic,
            "hy_v3", ComposedMixtures::hunyuan3,
            "solar_open", ComposedMixtures::solar,
            "mimo_v2_flash", ComposedMixtures::miMo,
            "longcat_flash", ComposedMixtures::longCat);

    private ComposedMixtures() {}

    /** Grok 1 (xai-org/grok-1): norms before and behind each half, a tied table. */
    private static Transformer grok(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED);
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", decoder.intermediate);
        return decoder.norms(4, Norm.SCALE)
                .feedForward(layer -> experts.routed(decoder.hidden))
                .tied(true)
                .build();
    }

    /** Snowflake Arctic: beside the experts a dense part as wide as the stream, with a norm of its own. */
    private static Transformer arctic(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED).tied(false);
        int period = fields.size(Size.LAYERS, "moe_layer_frequency");
        boolean dense = fields.flag("parallel_attn_mlp_res", false);
        fields.require(
                fields.flag("use_residual", dense) == dense,
                "use_residual",
                "expected the same as parallel_attn_mlp_res");
        Experts experts = new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate)
                .shared(dense ? decoder.hidden : 0);
        IntPredicate routed = layer -> (layer + 1) % period == 0;
        return decoder.normsOf(layer -> dense && routed.test(layer) ? 3 : 2)
                .feedForward(layer ->
                        routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .build();
    }

    /** Hunyuan 3: norms on query and key heads, shared experts, the first layer dense unless told otherwise. */
    private static Transformer hunyuan3(Fields fields) {
        Decoder decoder = Llamas.llama(fields, Defaults.GROUPED_128);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        fields.require(!fields.flag("mlp_bias", false), "mlp_bias", "expected false");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", inner)
                .shared(fields, "num_shared_experts", inner)
                .routerBias(true);
        IntPredicate routed = routed(decoder);
        return decoder.attentionNorms(2L * decoder.headSize)
                .feedForward(layer ->
                        routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .tied(false)
                .build();
    }

    /** Every layer routed, beside shared experts. */
    private static Transformer solar(Fields fields) {
        Decoder decoder = Decoder.of(fields);
        decoder.kvHeads(-1, "num_key_value_heads").headSize(128, "head_dim").feedForward(true, false);
        boolean bias = fields.flag("attention_bias", false);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        fields.require(
                fields.sizeOr(0, Size.COUNT, "first_k_dense_replace") == 0, "first_k_dense_replace", "expected 0");
        Experts experts = new Experts(fields, "n_routed_experts", "num_experts_per_tok", inner)
                .shared(fields, "n_shared_experts", inner)
                .routerBias(true);
        return decoder.attentionBias(bias, false)
                .feedForward(layer -> experts.routed(decoder.hidden))
                .tied(false)
                .build();
    }

    /** MiMo-V2-Flash: values narrower than keys, twice the key and value heads and a sink for each head in windowed layers. */
    private static Transformer miMo(Fields fields) {
        Decoder decoder = Decoder.of(fields);
        decoder.kvHeads(-1, "num_key_value_heads").feedForward(true, false).tied(false);
        decoder.intermediate = fields.size(Size.WIDTH, "intermediate_size");
        int keys = fields.size(Size.HEAD_SIZE, "head_dim");
        int values = fields.size(Size.HEAD_SIZE, "v_head_dim");
        int narrow = fields.sizeOr(2 * decoder.kvHeads, Size.HEADS, "swa_num_key_value_heads");
        for (String key : List.of("swa_head_dim", "swa_v_head_dim")) {
            int whole = key.startsWith("swa_v") ? values : keys;
            fields.require(fields.sizeOr(whole, Size.HEAD_SIZE, key) == whole, key, "expected " + whole);
        }
        fields.require((keys + values) % 2 == 0, "v_head_dim", "expected an even sum with head_dim");
        fields.require(decoder.heads % narrow == 0, "swa_num_key_value_heads", "expected a divisor of the heads");
        fields.require(!fields.flag("attention_bias", false), "attention_bias", "expected false");
        fields.require(
                fields.flag("add_swa_attention_sink_bias", true), "add_swa_attention_sink_bias", "expected true");
        fields.require(
                !fields.flag("add_full_attention_sink_bias", false), "add_full_attention_sink_bias", "expected false");
        Long window = (long) fields.sizeOr(128, Size.ROWS, "sliding_window");
        IntPredicate full = full(decoder);
        IntPredicate routed = routed(decoder);
        Experts experts = new Experts(
                        fields,
                        "n_routed_experts",
                        "num_experts_per_tok",
                        fields.size(Size.WIDTH, "moe_intermediate_size"))
                .routerBias(true);
        fields.require(!fields.has("n_shared_experts"), "n_shared_experts", "expected null");
        fields.note(
                "a head counts as (head_dim + v_head_dim) / 2 wide, which leaves its products and its work as they are");
        fields.note("multi-token prediction layers, which this family's checkpoints carry, are not counted");
        int size = (keys + values) / 2;
        return decoder.mixer(layer -> full.test(layer)
                        ? Attention.of(decoder.heads, decoder.kvHeads, size, true)
                        : new Attention(decoder.heads, narrow, size, decoder.heads, 0, false, true, window))
                .feedForward(layer ->
                        routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .build();
    }

    /** As hybrid_layer_pattern (0) or layer_types say; else the first and each sixth. */
    private static IntPredicate full(Decoder decoder) {
        List<Integer> pattern = decoder.fields.numbers("hybrid_layer_pattern");
        if (pattern != null) {
            sized(decoder, pattern, "hybrid_layer_pattern");
            return layer -> pattern.get(layer) == 0;
        }
        List<String> types = Windows.layerTypes(decoder.fields, decoder.layers);
        return layer -> types == null
                ? layer == 0 || (layer + 1) % 6 == 0
                : types.get(layer).equals("full_attention");
    }

    private static IntPredicate routed(Decoder decoder) {
        if (decoder.fields.items("moe_layer_freq") > 1) {
            List<Integer> listed = decoder.fields.sizes(Size.COUNT, "moe_layer_freq");
            sized(decoder, listed, "moe_layer_freq");
            return layer -> listed.get(layer) > 0;
        }
        return decoder.fields.has("mlp_layer_types") ? listed(decoder) : layer -> layer > 0;
    }

    /** The layers that mlp_layer_types calls sparse; first_k_dense_replace beside it must not say otherwise. */
    static IntPredicate listed(Decoder decoder) {
        List<String> types = decoder.fields.texts("mlp_layer_types");
        List<String> kinds = types == null ? List.of() : types;
        sized(decoder, kinds, "mlp_layer_types");
        int first = decoder.fields.sizeOr(-1, Size.COUNT, "first_k_dense_replace");
        for (int i = 0; i < decoder.layers && first >= 0; i++) {
            decoder.fields.require(
                    kinds.get(i).equals("sparse") == (i >= first),
                    "first_k_dense_replace",
                    "contradicts mlp_layer_types");
        }
        decoder.fields.settle();
        return layer -> kinds.get(layer).equals("sparse");
    }

    private static void sized(Decoder decoder, List<?> list, String key) {
        decoder.fields.require(
                list.size() == decoder.layers, key, "expected one for each of the " + decoder.layers + " layers");
        decoder.fields.settle();
    }

    /** LongCat-Flash (arXiv 2509.01322): two attentions and two dense parts a layer, experts beside them, some of which do nothing. */
    private static Transformer longCat(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                2 * fields.size(Size.LAYERS, "num_layers"),
                fields.size(Size.HEADS, "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.size(Size.WIDTH, "ffn_hidden_size");
        int experts = fields.size(Size.EXPERTS, "n_routed_experts");
        int idle = fields.size(Size.COUNT, "zero_expert_num");
        int chosen = fields.size(Size.EXPERTS, "moe_topk");
        int busy = Math.max(1, Math.round((float) chosen * experts / (experts + idle)));
        long inner = fields.size(Size.WIDTH, "expert_ffn_hidden_size");
        boolean bias = fields.flag("router_bias", false);
        long router = (long) (experts + idle) * (decoder.hidden + 1) + (bias ? experts + idle : 0);
        fields.note("of " + chosen + " experts chosen for a token " + busy
                + " do work on average, the others are among the " + idle + " that pass it on");
        fields.note("each layer is read as two: one with the experts beside its dense part, one without");
        fields.settle();
        DeepSeeks.queryRank(fields);
        int size = fields.size(Size.HEAD_SIZE, "qk_nope_head_dim") + fields.size(Size.HEAD_SIZE, "qk_rope_head_dim");
        fields.require(
                fields.sizeOr(size, Size.HEAD_SIZE, "qk_head_dim") == size,
                "qk_head_dim",
                "expected qk_nope_head_dim + qk_rope_head_dim");
        FeedForward dense = new DenseFeedForward(decoder.intermediate, true, 0);
        FeedForward beside =
                new MixtureOfExperts(experts, Math.min(busy, experts), inner, decoder.intermediate, true, 0, router, 0);
        return DeepSeeks.latent(decoder, 0, 0)
                .feedForward(layer -> layer % 2 == 0 ? beside : dense)
                .build();
    }
}
