package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** DeepSeek's mixtures of experts and those built like them: the first layers dense, shared experts, from V2 on multi-head latent attention. */
public final class DeepSeeks {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry("deepseek", DeepSeeks::v1),
            Map.entry("deepseek_v2", fields -> latent(fields, false, 0)),
            Map.entry("deepseek_v3", fields -> latent(fields, true, 0)),
            Map.entry("kimi_k2", fields -> latent(fields, true, 0)),
            Map.entry("deepseek_v32", DeepSeeks::v32),
            Map.entry("mistral4", DeepSeeks::mistral4),
            Map.entry("glm_moe_dsa", DeepSeeks::v32),
            Map.entry("glm4_moe", DeepSeeks::glm4Moe),
            Map.entry("glm4_moe_lite", fields -> latent(fields, true, 0)),
            Map.entry("dots1", DeepSeeks::dots),
            Map.entry("axk1", DeepSeeks::axk1),
            Map.entry("youtu", DeepSeeks::youtu),
            Map.entry("minicpm3", DeepSeeks::miniCpm3));

    private DeepSeeks() {}

    private static Transformer v1(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.NONE).feedForward(true, false).tied(false);
        if (fields.has("n_routed_experts")) {
            firstDense(decoder, experts(fields));
        }
        return decoder.build();
    }

    /** GLM-4.5: grouped-query attention with biased queries, keys and values, and DeepSeek-V3's experts. */
    public static Transformer glm4Moe(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED)
                .attentionBias(fields.flag("attention_bias", false), false)
                .tied(false);
        decoder.attentionNorms(fields.flag("use_qk_norm", false) ? 2L * decoder.headSize : 0);
        Experts experts = experts(fields).routerBias(true);
        return predicting(firstDense(decoder, experts), experts).build();
    }

    /** dots.llm1: multi-head attention with norms on each query and key head. */
    private static Transformer dots(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.GROUPED).feedForward(true, false).tied(false);
        decoder.attentionNorms(2L * decoder.headSize);
        return firstDense(decoder, experts(fields).routerBias(true)).build();
    }

    /** MiniCPM3: latent attention whose value heads share out the hidden size, and no experts. */
    private static Transformer miniCpm3(Fields fields) {
        int heads = fields.size(Size.HEADS, "num_attention_heads");
        int hidden = fields.size(Size.HIDDEN, "hidden_size");
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        queryRank(fields);
        boolean bias = fields.flag("mlp_bias", false);
        return latent(fields, 0, hidden / heads)
                .feedForward(true, bias)
                .tied(true)
                .build();
    }

    /** Mistral 4: DeepSeek-V3's parts without a bias in the router. */
    private static Transformer mistral4(Fields fields) {
        queryRank(fields);
        Decoder decoder = latent(fields, 0, 0);
        return firstDense(decoder, experts(fields)).build();
    }

    /** SKT's A.X K1: DeepSeek-V3 with a third norm in routed layers, behind the experts. */
    private static Transformer axk1(Fields fields) {
        queryRank(fields);
        Decoder decoder = latent(fields, 0, 0);
        Experts experts = experts(fields).routerBias(true);
        IntPredicate routed = routed(decoder);
        return firstDense(decoder, experts)
                .normsOf(layer -> routed.test(layer) ? 3 : 2)
                .build();
    }

    /** Tencent's Youtu: latent attention without experts. */
    private static Transformer youtu(Fields fields) {
        queryRank(fields);
        return latent(fields, 0, 0).tied(true).build();
    }

    private static Transformer v32(Fields fields) {
        long heads = fields.size(Size.HEADS, "index_n_heads");
        long size = fields.size(Size.HEAD_SIZE, "index_head_dim");
        long queryRank = fields.size(Size.WIDTH, "q_lora_rank");
        long hidden = fields.size(Size.HIDDEN, "hidden_size");
        List<String> kinds = fields.texts("indexer_types");
        fields.require(
                kinds == null || kinds.stream().allMatch("full"::equals),
                "indexer_types",
                "expected full in every layer");
        fields.note("the indexer's parameters are counted with the attention; its work is not");
        return latent(fields, true, queryRank * heads * size + hidden * size + 2 * size + hidden * heads);
    }

    /** The class has a rank of its own: absent is not null, which is none. */
    static void queryRank(Fields fields) {
        if (!fields.has("q_lora_rank") && !fields.isNull("q_lora_rank")) {
            fields.refuse("q_lora_rank", "missing; expected a rank, or null for queries that are projected directly");
        }
    }

    private static Transformer latent(Fields fields, boolean version3, long indexer) {
        Decoder decoder = latent(fields, indexer, 0);
        if (version3) {
            queryRank(fields);
            fields.size(Size.EXPERTS, "n_routed_experts");
        }
        if (!fields.has("n_routed_experts")) {
            return decoder.build();
        }
        boolean biased = version3 && fields.text("topk_method", "noaux_tc").equals("noaux_tc");
        Experts experts = experts(fields).routerBias(biased);
        return predicting(firstDense(decoder, experts), experts).build();
    }

    /** Latent attention in every layer; {@code absentValueSize} is that of a value head where the file may leave it out, else 0. */
    static Decoder latent(Fields fields, long indexer, int absentValueSize) {
        Decoder decoder = Decoder.of(fields);
        decoder.intermediate = fields.size(Size.WIDTH, "intermediate_size");
        return latent(decoder, indexer, absentValueSize);
    }

    /** The same for dimensions that were read already. */
    static Decoder latent(Decoder decoder, long indexer, int absentValueSize) {
        LatentAttention attention = attention(decoder, indexer, absentValueSize);
        return decoder.feedForward(true, false).tied(false).mixer(layer -> attention);
    }

    /** num_key_value_heads is in the files but has no meaning here. */
    private static LatentAttention attention(Decoder decoder, long indexer, int absentValueSize) {
        Fields fields = decoder.fields;
        int queryRank = fields.sizeOr(0, Size.WIDTH, "q_lora_rank");
        int kvRank = fields.size(Size.WIDTH, "kv_lora_rank");
        int ropeSize = fields.size(Size.HEAD_SIZE, "qk_rope_head_dim");
        long biases = fields.flag("attention_bias", false) ? queryRank + kvRank + ropeSize + decoder.hidden : 0;
        return new LatentAttention(
                decoder.heads,
                queryRank,
                kvRank,
                fields.size(Size.HEAD_SIZE, "qk_nope_head_dim"),
                ropeSize,
                absentValueSize > 0
                        ? fields.sizeOr(absentValueSize, Size.HEAD_SIZE, "v_head_dim")
                        : fields.size(Size.HEAD_SIZE, "v_head_dim"),
                biases + indexer,
                true);
    }

    private static Experts experts(Fields fields) {
        int intermediate = fields.size(Size.WIDTH, "moe_intermediate_size");
        return new Experts(fields, "n_routed_experts", "num_experts_per_tok", intermediate)
                .shared(fields, "n_shared_experts", intermediate);
    }

    /** Routed where mlp_layer_types says so, or else from first_k_dense_replace on, every moe_layer_freq layers. */
    static Decoder firstDense(Decoder decoder, Experts experts) {
        IntPredicate routed = routed(decoder);
        return decoder.feedForward(
                layer -> routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate));
    }

    private static IntPredicate routed(Decoder decoder) {
        if (decoder.fields.has("mlp_layer_types")) {
            return ComposedMixtures.listed(decoder);
        }
        int first = decoder.fields.size(Size.COUNT, "first_k_dense_replace");
        int frequency = decoder.fields.sizeOr(1, Size.LAYERS, "moe_layer_freq");
        decoder.fields.require(
                first <= decoder.layers,
                "first_k_dense_replace",
                "expected at most num_hidden_layers, " + decoder.layers);
        return layer -> layer >= first && layer % frequency == 0;
    }

    /** A multi-token prediction layer (arXiv 2412.19437, section 2.2): a routed layer behind two norms and a projection from 2 h to h, and a norm before the head. */
    private static Decoder predicting(Decoder decoder, Experts experts) {
        int count = decoder.fields.sizeOr(0, Size.COUNT, "num_nextn_predict_layers");
        decoder.fields.require(count <= 64, "num_nextn_predict_layers", "expected a whole number of layers up to 64");
        if (count > 0) {
            decoder.fields.note("not counted: " + count
                    + " multi-token prediction layer(s), which share the token table and the head");
        }
        return decoder.apart("multi-token prediction", h -> {
            long layer = decoder.mixerOf(decoder.layers - 1).parameters(h)
                    + experts.routed(h).parameters(h);
            return count * (layer + 2 * h * h + 5 * h);
        });
    }
}
