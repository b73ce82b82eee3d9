package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.LinearMixers;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Models of which some or all layers have a linear mixer in attention's place. */
public final class Hybrids {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "qwen3_next", fields -> qwenExperts(fields, Defaults.QWEN_3_NEXT).build(),
            "qwen3_5_text", fields -> qwen35(fields).build(),
            "qwen3_5_moe_text", fields -> qwen35Experts(fields).build(),
            "jamba", Hybrids::jamba,
            "olmo_hybrid", Hybrids::olmo,
            "lfm2", fields -> lfm2(fields).build(),
            "lfm2_moe", Hybrids::lfm2Experts,
            "mamba", fields -> mamba(fields, true),
            "falcon_mamba", fields -> mamba(fields, true),
            "mamba2", Hybrids::mamba2);

    private Hybrids() {}

    /** Three layers of the gated delta rule to one of gated attention. */
    public static Decoder qwen35(Fields fields) {
        return qwen(fields, Defaults.QWEN_3_5);
    }

    public static Decoder qwen35Experts(Fields fields) {
        return qwenExperts(fields, Defaults.QWEN_3_5_MOE);
    }

    private static Decoder qwen(Fields fields, Defaults defaults) {
        boolean bias = fields.flag("attention_bias", false);
        Decoder decoder =
                Llamas.plain(fields, defaults).attentionBias(bias, bias).tied(false);
        fields.require(fields.flag("attn_output_gate", true), "attn_output_gate", "expected true");
        int period = fields.sizeOr(4, Size.LAYERS, "full_attention_interval");
        IntPredicate full = layersOf(fields, decoder.layers, "full_attention", layer -> (layer + 1) % period == 0);
        LinearAttention linear = LinearMixers.deltaNet(fields, decoder.hidden);
        fields.note("multi-token prediction layers, which this family's checkpoints may carry, are not counted");
        return decoder.outputGate(true)
                .attentionNorms(2L * decoder.headSize)
                .mixer(layer -> full.test(layer) ? decoder.attention(layer) : linear);
    }

    private static Decoder qwenExperts(Fields fields, Defaults defaults) {
        Experts experts = new Experts(
                        fields, "num_experts", "num_experts_per_tok", fields.size(Size.WIDTH, "moe_intermediate_size"))
                .shared(fields.size(Size.WIDTH, "shared_expert_intermediate_size"))
                .sharedGate();
        return Mixtures.sparse(qwen(fields, defaults), experts);
    }

    /** Which layers are of a type, as {@code layer_types} lists them, or by rule where it is absent. */
    private static IntPredicate layersOf(Fields fields, int layers, String type, IntPredicate rule) {
        List<String> types = Windows.layerTypes(fields, layers);
        return types == null ? rule : layer -> types.get(layer).equals(type);
    }

    /** Jamba: a few layers of attention among Mamba's, every other one with routed experts. */
    private static Transformer jamba(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED).tied(false);
        int attentionPeriod = fields.size(Size.LAYERS, "attn_layer_period");
        int attentionOffset = fields.size(Size.COUNT, "attn_layer_offset");
        int expertPeriod = fields.size(Size.LAYERS, "expert_layer_period");
        int expertOffset = fields.size(Size.COUNT, "expert_layer_offset");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", decoder.intermediate);
        boolean routed = fields.size(Size.EXPERTS, "num_experts") > 1;
        LinearAttention mamba = LinearMixers.mamba(
                decoder.hidden,
                (long) fields.size(Size.HEADS, "mamba_expand") * decoder.hidden,
                fields.size(Size.HEADS, "mamba_d_state"),
                rank(fields, "mamba_dt_rank", decoder.hidden),
                fields.size(Size.HEADS, "mamba_d_conv"),
                fields.flag("mamba_proj_bias", false),
                fields.flag("mamba_conv_bias", true),
                true);
        return decoder.mixer(layer -> layer % attentionPeriod == attentionOffset ? decoder.attention(layer) : mamba)
                .feedForward(layer -> routed && layer % expertPeriod == expertOffset
                        ? experts.routed(decoder.hidden)
                        : decoder.dense(decoder.intermediate))
                .build();
    }

    /** OLMo Hybrid: three layers of the gated delta rule to one of attention with norms over all queries and over all keys. */
    private static Transformer olmo(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.NONE).tied(false);
        boolean bias = fields.flag("attention_bias", false);
        for (String key : List.of(
                "linear_num_key_heads", "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim")) {
            fields.size(Size.HEADS, key);
        }
        IntPredicate full = layersOf(fields, decoder.layers, "full_attention", layer -> layer % 4 == 3);
        LinearAttention linear = LinearMixers.deltaNet(fields, decoder.hidden);
        return decoder.attentionBias(bias, bias)
                .attentionNorms((long) (decoder.heads + decoder.kvHeads) * decoder.headSize)
                .mixer(layer -> full.test(layer) ? decoder.attention(layer) : linear)
                .build();
    }

    /** LFM2: gated short convolutions, and attention where layer_types or full_attn_idxs says so. */
    private static Decoder lfm2(Fields fields) {
        Decoder decoder = Decoder.of(fields);
        decoder.evenHeads("num_attention_heads")
                .kvHeads(-1, "num_key_value_heads")
                .feedForward(true, false);
        int inner = fields.size(Size.WIDTH, fields.has("block_ff_dim") ? "block_ff_dim" : "intermediate_size");
        decoder.intermediate = inner;
        if (fields.flag("block_auto_adjust_ff_dim", !fields.has("num_experts"))) {
            int multiple = fields.sizeOr(256, Size.HIDDEN, "block_multiple_of");
            int scaled = (int) (fields.factor("block_ffn_dim_multiplier", 1) * Math.floor(2.0 * inner / 3));
            decoder.intermediate = Math.max(1, (scaled + multiple - 1) / multiple) * multiple;
            fields.require(
                    decoder.intermediate <= 1 << 21,
                    "block_ffn_dim_multiplier",
                    "expected an inner width up to 2097152");
        }
        List<Integer> listed = fields.numbers("full_attn_idxs");
        IntPredicate full =
                layersOf(fields, decoder.layers, "full_attention", layer -> listed == null || listed.contains(layer));
        LinearAttention convolution = LinearMixers.shortConvolution(
                decoder.hidden, fields.size(Size.HEADS, "conv_L_cache"), fields.flag("conv_bias", false));
        boolean tied = fields.flag("tie_embedding").orElseGet(() -> fields.tied(true));
        return decoder.attentionNorms(2L * decoder.headSize)
                .mixer(layer -> full.test(layer) ? decoder.attention(layer) : convolution)
                .tied(() -> tied);
    }

    private static Transformer lfm2Experts(Fields fields) {
        Decoder decoder = lfm2(fields);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", inner)
                .routerBias(fields.flag("use_expert_bias", true));
        int dense = fields.size(Size.COUNT, "num_dense_layers");
        return decoder.feedForward(
                        layer -> layer >= dense ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .build();
    }

    private static Transformer mamba(Fields fields, boolean tiedWhereAbsent) {
        Decoder decoder = attentionFree(fields);
        long inner = fields.sizeOr(
                fields.sizeOr(2, Size.HEADS, "expand") * decoder.hidden, Size.WIDTH, "intermediate_size", "d_inner");
        LinearAttention mamba = LinearMixers.mamba(
                decoder.hidden,
                inner,
                fields.size(Size.HEADS, "state_size"),
                rank(fields, "time_step_rank", decoder.hidden),
                fields.sizeOr(4, Size.HEADS, "conv_kernel"),
                fields.flag("use_bias", false),
                fields.flag("use_conv_bias", true),
                false);
        return decoder.mixer(layer -> mamba).tied(tiedWhereAbsent).build();
    }

    private static Transformer mamba2(Fields fields) {
        Decoder decoder = attentionFree(fields);
        long heads = fields.size(Size.HEADS, "num_heads");
        long headSize = fields.size(Size.HEAD_SIZE, "head_dim");
        int expand = fields.sizeOr(2, Size.HEADS, "expand");
        fields.require(
                heads * headSize == (long) expand * decoder.hidden,
                "num_heads",
                "expected num_heads x head_dim = expand x hidden_size");
        LinearAttention mamba = LinearMixers.mamba2(
                decoder.hidden,
                heads,
                headSize,
                fields.size(Size.HEADS, "state_size"),
                fields.size(Size.HEADS, "n_groups"),
                fields.sizeOr(4, Size.HEADS, "conv_kernel"),
                fields.flag("use_bias", false),
                fields.flag("use_conv_bias", true));
        return decoder.mixer(layer -> mamba).tied(false).build();
    }

    /** One norm and one mixer a layer, no feed-forward part. */
    private static Decoder attentionFree(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_hidden_layers"),
                1,
                fields.size(Size.ROWS, "vocab_size"));
        return decoder.norms(1, Norm.SCALE).feedForward(layer -> new DenseFeedForward(0, false, 0));
    }

    /** The rank of the time step; "auto" is a sixteenth of the hidden size. */
    private static long rank(Fields fields, String key, int hidden) {
        return fields.isText(key, "auto") || !fields.has(key) ? (hidden + 15) / 16 : fields.size(Size.HIDDEN, key);
    }
}
