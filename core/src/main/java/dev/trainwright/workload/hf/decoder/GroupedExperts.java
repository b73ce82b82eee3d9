package dev.trainwright.workload.hf.decoder;

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

/** Mixtures of many small experts behind grouped-query attention: mostly DeepSeek's plan (the first layers dense, shared experts) under other names. */
public final class GroupedExperts {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "bailing_moe", GroupedExperts::bailing,
            "bailing_moe_v2", GroupedExperts::bailing,
            "ernie4_5_moe", GroupedExperts::ernie,
            "hunyuan_v1_moe", GroupedExperts::hunyuan,
            "minimax_m2", GroupedExperts::miniMax,
            "exaone_moe", GroupedExperts::exaone,
            "afmoe", GroupedExperts::arcee);

    private GroupedExperts() {}

    /** Ling and Ring. */
    private static Transformer bailing(Fields fields) {
        boolean bias = fields.flag("use_bias", false);
        Decoder decoder = Decoder.of(fields, Defaults.GROUPED)
                .attentionBias(fields.flag("use_qkv_bias", false), bias)
                .feedForward(true, false)
                .tied(false);
        fields.require(!bias, "use_bias", "expected false: biased experts are not read");
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        int sharedInner = fields.sizeOr(inner, Size.WIDTH, "moe_shared_expert_intermediate_size");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", inner)
                .shared(fields, "num_shared_experts", sharedInner)
                .routerBias(fields.flag("moe_router_enable_expert_bias", false));
        int first = fields.size(Size.COUNT, "first_k_dense_replace");
        predictionLayersAreLeftOut(fields);
        return decoder.attentionNorms(fields.flag("use_qk_norm", false) ? 2L * decoder.headSize : 0)
                .feedForward(
                        layer -> layer >= first ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .build();
    }

    /** ERNIE 4.5: routed from one layer to another, every few. */
    private static Transformer ernie(Fields fields) {
        boolean bias = fields.flag("use_bias", false);
        Decoder decoder = Decoder.of(fields, Defaults.GROUPED)
                .attentionBias(bias, bias)
                .feedForward(true, bias)
                .tied(true);
        fields.require(!bias, "use_bias", "expected false: biased experts are not read");
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        Experts experts = new Experts(fields, "moe_num_experts", "moe_k", inner)
                .shared(fields, "moe_num_shared_experts", inner)
                .routerBias(true);
        int start = fields.size(Size.COUNT, "moe_layer_start_index");
        boolean toTheLast = !fields.has("moe_layer_end_index") || fields.isText("moe_layer_end_index", "-1");
        int end = toTheLast ? decoder.layers - 1 : fields.size(Size.COUNT, "moe_layer_end_index");
        int interval = fields.sizeOr(1, Size.LAYERS, "moe_layer_interval");
        predictionLayersAreLeftOut(fields);
        IntPredicate routed = layer -> (layer + 1) % interval == 0 && layer >= start && layer <= end;
        return routed(decoder, routed, experts);
    }

    /** Hunyuan A13B: every layer routed, with one width and one top-k for all of them. */
    private static Transformer hunyuan(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.NONE).feedForward(true, false).tied(false);
        fields.require(
                !fields.flag("use_cla", false), "use_cla", "expected false: shared keys and values are not read");
        int inner = fields.uniform(decoder.intermediate, Size.WIDTH, "moe_intermediate_size");
        boolean sharing = fields.flag("use_mixed_mlp_moe", true);
        int shared = sharing ? fields.uniform(1, Size.COUNT, "num_shared_expert") : 0;
        fields.require(shared <= 64, "num_shared_expert", "expected a whole number of experts up to 64");
        Experts experts = new Experts(
                        fields,
                        fields.uniform(1, Size.EXPERTS, "num_experts"),
                        fields.uniform(1, Size.EXPERTS, "moe_topk"),
                        "moe_topk",
                        inner)
                .shared((long) Math.min(64, shared) * decoder.intermediate);
        return decoder.attentionNorms(fields.flag("use_qk_norm", true) ? 2L * decoder.headSize : 0)
                .feedForward(layer -> experts.routed(decoder.hidden))
                .build();
    }

    /** MiniMax M2: one norm over all queries and one over all keys, a bias in the choice of experts. */
    private static Transformer miniMax(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED_128).tied(false);
        fields.require(
                fields.sizeOr(0, Size.COUNT, "shared_intermediate_size") == 0,
                "shared_intermediate_size",
                "expected 0: shared experts are not read");
        Experts experts =
                new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate).routerBias(true);
        predictionLayersAreLeftOut(fields);
        long norms = (long) (decoder.heads + decoder.kvHeads) * decoder.headSize;
        return decoder.attentionNorms(fields.flag("use_qk_norm", true) ? norms : 0)
                .feedForward(layer -> experts.routed(decoder.hidden))
                .build();
    }

    /** K-EXAONE: a list says which layers are routed. */
    private static Transformer exaone(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED).tied(false);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", inner)
                .shared(fields, "num_shared_experts", inner)
                .routerBias(true);
        List<Boolean> listed = fields.flags("is_moe_layer");
        fields.require(
                listed.size() == decoder.layers,
                "is_moe_layer",
                "expected true or false for each of the " + decoder.layers + " layers");
        predictionLayersAreLeftOut(fields);
        decoder.attentionNorms(2L * decoder.headSize).window(Windows.byLayer(fields, decoder.layers, 4096, 0));
        return routed(decoder, layer -> layer < listed.size() && listed.get(layer), experts);
    }

    /** Arcee's Trinity: a gate on attention's output, norms before and behind each half and on each query and key head. */
    private static Transformer arcee(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED).tied(false);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", inner)
                .shared(fields, "num_shared_experts", inner)
                .routerBias(true);
        int first = fields.size(Size.COUNT, "num_dense_layers");
        fields.require(!fields.flag("attention_bias", false), "attention_bias", "expected false");
        decoder.outputGate(true)
                .attentionNorms(2L * decoder.headSize)
                .norms(4, Norm.SCALE)
                .window(Windows.byLayer(fields, decoder.layers, 2048, 4));
        return routed(decoder, layer -> layer >= first, experts);
    }

    private static Transformer routed(Decoder decoder, IntPredicate routed, Experts experts) {
        return decoder.feedForward(layer ->
                        routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .build();
    }

    private static void predictionLayersAreLeftOut(Fields fields) {
        if (fields.has("num_nextn_predict_layers") || fields.has("num_mtp_modules")) {
            fields.note("multi-token prediction layers are not counted");
        }
    }
}
