package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.LinearMixers;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Models that mix attention with Mamba 2's heads or with a gated linear recurrence. */
public final class StateSpaces {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "nemotron_h", StateSpaces::nemotron,
            "granitemoehybrid", StateSpaces::granite,
            "bamba", StateSpaces::bamba,
            "falcon_h1", StateSpaces::falcon,
            "recurrent_gemma", StateSpaces::griffin,
            "kimi_linear", StateSpaces::kimi,
            "minimax", StateSpaces::miniMax,
            "minimax_text_01", StateSpaces::miniMax,
            "minimax_m1", StateSpaces::miniMax);

    private StateSpaces() {}

    /** Nemotron-H: a pattern of blocks of one half each, which are read in pairs: a mixer and the feed-forward part behind it. */
    private static Transformer nemotron(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                blocks(fields).size(),
                fields.size(Size.HEADS, "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        boolean attentionBias = fields.flag("attention_bias", false);
        decoder.kvHeads(-1, "num_key_value_heads")
                .headSize(128, fields.has("head_dim") ? "head_dim" : "attention_head_dim")
                .attentionBias(attentionBias, attentionBias)
                .feedForward(false, fields.flag("mlp_bias", false))
                .tied(false);
        decoder.intermediate = fields.size(Size.WIDTH, "intermediate_size");
        LinearAttention mamba = LinearMixers.mamba2(
                decoder.hidden,
                fields.size(Size.HEADS, "mamba_num_heads"),
                fields.size(Size.HEAD_SIZE, "mamba_head_dim"),
                fields.size(Size.HEADS, "ssm_state_size"),
                fields.size(Size.HEADS, "n_groups"),
                fields.sizeOr(4, Size.HEADS, "conv_kernel"),
                fields.flag("mamba_proj_bias", false),
                fields.flag("use_conv_bias", true));
        List<String> blocks = blocks(fields);
        boolean routes = blocks.stream().anyMatch(block -> block.endsWith("E"));
        Experts experts = routes ? nemotronExperts(fields) : null;
        fields.note("blocks of one half are read in pairs: " + blocks.size() + " layers");
        return decoder.mixer(layer -> blocks.get(layer).startsWith("*") ? decoder.attention(layer) : mamba)
                .feedForward(layer -> half(decoder, blocks.get(layer), experts))
                .normsOf(layer -> blocks.get(layer).length())
                .build();
    }

    private static FeedForward half(Decoder decoder, String block, @Nullable Experts experts) {
        return block.endsWith("E") && experts != null
                ? experts.routed(decoder.hidden)
                : decoder.dense(block.endsWith("-") ? decoder.intermediate : 0);
    }

    private static Experts nemotronExperts(Fields fields) {
        fields.require(
                !fields.has("moe_latent_size"), "moe_latent_size", "expected null: experts on a latent are not read");
        return new Experts(
                        fields,
                        "n_routed_experts",
                        "num_experts_per_tok",
                        fields.size(Size.WIDTH, "moe_intermediate_size"))
                .ungated()
                .routerBias(true)
                .shared(
                        fields.isNull("n_shared_experts")
                                ? 0
                                : fields.size(Size.WIDTH, "moe_shared_expert_intermediate_size"));
    }

    /** The pattern in pairs such as {@code M-}, {@code *-}, {@code ME}; a mixer without a feed-forward part behind it stands alone. */
    private static List<String> blocks(Fields fields) {
        String pattern = fields.text("hybrid_override_pattern", "");
        boolean paired = pattern.matches("([M*][-E]?){1,1024}");
        if (!paired) {
            fields.refuse(
                    "hybrid_override_pattern",
                    "expected a text of M (Mamba 2) and * (attention), each with at most one - (feed-forward) or E (experts) behind it");
        }
        fields.require(
                pattern.length() == fields.size(Size.LAYERS, "num_hidden_layers"),
                "num_hidden_layers",
                "expected the length of hybrid_override_pattern, " + pattern.length());
        fields.settle();
        List<String> blocks = new ArrayList<>();
        for (String block : pattern.split("(?=[M*])", -1)) {
            blocks.add(block);
        }
        return blocks;
    }

    /** Granite 4: experts, where there are any, beside a feed-forward part that every token passes. */
    private static Transformer granite(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.NONE).feedForward(true, false).tied(false);
        List<String> types = Windows.layerTypes(fields, decoder.layers);
        if (types == null && !fields.has("layer_types")) {
            fields.refuse("layer_types", "missing; expected mamba or attention for each layer");
        }
        long shared = fields.size(Size.WIDTH, "shared_intermediate_size");
        boolean routes = fields.size(Size.COUNT, "num_local_experts") > 0;
        Experts experts = routes
                ? new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate).shared(shared)
                : null;
        LinearAttention mamba = groupedMamba(fields, decoder.hidden, fields.flag("mamba_proj_bias", false));
        return decoder.mixer(layer ->
                        types == null || types.get(layer).equals("attention") ? decoder.attention(layer) : mamba)
                .feedForward(layer -> experts == null ? decoder.dense(shared) : experts.routed(decoder.hidden))
                .build();
    }

    private static Transformer bamba(Fields fields) {
        Decoder decoder = Llamas.llama(fields, Defaults.GROUPED).tied(false);
        List<Integer> listed = fields.numbers("attn_layer_indices");
        LinearAttention mamba = groupedMamba(fields, decoder.hidden, fields.flag("mamba_proj_bias", false));
        return decoder.mixer(layer -> listed != null && listed.contains(layer) ? decoder.attention(layer) : mamba)
                .build();
    }

    /** Mamba 2 under the names of Granite, Bamba and Falcon. */
    private static LinearAttention groupedMamba(Fields fields, long hidden, boolean bias) {
        long heads = fields.size(Size.HEADS, "mamba_n_heads");
        long size = fields.size(Size.HEAD_SIZE, "mamba_d_head");
        long inner = fields.sizeOr(
                (int) Math.min(1 << 21, fields.sizeOr(2, Size.HEADS, "mamba_expand") * hidden),
                Size.WIDTH,
                "mamba_d_ssm");
        fields.require(heads * size == inner, "mamba_n_heads", "expected mamba_n_heads x mamba_d_head = " + inner);
        return LinearMixers.mamba2(
                hidden,
                heads,
                size,
                fields.size(Size.HEADS, "mamba_d_state"),
                fields.size(Size.HEADS, "mamba_n_groups"),
                fields.sizeOr(4, Size.HEADS, "mamba_d_conv"),
                bias,
                fields.flag("mamba_conv_bias", true));
    }

    /** Falcon-H1: attention and Mamba 2 side by side in every layer. */
    private static Transformer falcon(Fields fields) {
        Decoder decoder = Llamas.llama(fields, Defaults.GROUPED).tied(false);
        boolean bias = fields.flag("mamba_proj_bias", false);
        fields.require(
                fields.flag("projectors_bias", bias) == bias,
                "projectors_bias",
                "expected the same as mamba_proj_bias, " + bias);
        LinearAttention mamba = groupedMamba(fields, decoder.hidden, bias);
        LinearAttention normless = new LinearAttention(
                mamba.kind(),
                mamba.projectionParameters(),
                mamba.otherParameters()
                        - fields.size(Size.HEADS, "mamba_n_heads") * (long) fields.size(Size.HEAD_SIZE, "mamba_d_head"),
                mamba.recurrenceFlopsPerToken(),
                mamba.innerWidth());
        Mixer mixer = fields.flag("mamba_rms_norm", false) ? mamba : normless;
        return decoder.mixer(layer -> mixer).attentionBeside().build();
    }

    /** RecurrentGemma (De et al., arXiv 2402.19427): two recurrent layers to one of local attention; intermediate_size is twice the inner width. */
    private static Transformer griffin(Fields fields) {
        Decoder decoder = Decoder.of(fields, Defaults.NONE)
                .attentionBias(fields.flag("attention_bias", false), true)
                .feedForward(true, true)
                .tied(true);
        fields.require(decoder.intermediate % 2 == 0, "intermediate_size", "expected an even number");
        decoder.intermediate /= 2;
        Long window = (long) fields.size(Size.ROWS, "attention_window_size");
        List<String> listed = fields.texts(fields.has("block_types") ? "block_types" : "_block_types");
        List<String> cycle =
                listed == null || listed.isEmpty() ? List.of("recurrent", "recurrent", "attention") : listed;
        LinearAttention recurrence = LinearMixers.gatedRecurrence(
                decoder.hidden,
                fields.sizeOr(decoder.hidden, Size.WIDTH, "lru_width"),
                decoder.heads,
                fields.sizeOr(4, Size.HEADS, "conv1d_width"));
        return decoder.window(layer -> window)
                .mixer(layer ->
                        cycle.get(layer % cycle.size()).equals("attention") ? decoder.attention(layer) : recurrence)
                .build();
    }

    /** Kimi Linear: three layers of the delta rule with a decay for each channel to one of latent attention. */
    private static Transformer kimi(Fields fields) {
        Fields linear = fields.object("linear_attn_config");
        List<Integer> listed = linear.numbers("kda_layers");
        if (listed == null) {
            linear.refuse("kda_layers", "missing; expected a list of layers, counted from 1");
        }
        List<Integer> delta = listed == null ? List.of() : listed;
        LinearAttention mixer = LinearMixers.channelDecayingDelta(
                fields.size(Size.HIDDEN, "hidden_size"),
                linear.size(Size.HEADS, "num_heads"),
                linear.size(Size.HEAD_SIZE, "head_dim"),
                linear.sizeOr(4, Size.HEADS, "short_conv_kernel_size"));
        Decoder decoder = DeepSeeks.latent(fields, 0, 0);
        Mixer attention = decoder.mixerOf(0);
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_token", inner)
                .shared(fields, "num_shared_experts", inner)
                .routerBias(true);
        decoder.mixer(layer -> delta.contains(layer + 1) ? mixer : attention);
        return DeepSeeks.firstDense(decoder, experts).build();
    }

    /** MiniMax Text 01 and M1 (arXiv 2501.08313): seven layers of gated linear attention to one of softmax attention, experts in all. */
    private static Transformer miniMax(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.GROUPED).tied(false);
        List<String> types = Windows.layerTypes(fields, decoder.layers);
        List<Integer> kinds = fields.numbers("attn_type_list");
        if (types == null && kinds == null) {
            fields.refuse(
                    "layer_types",
                    "missing; expected linear_attention or full_attention for each layer, or attn_type_list");
        }
        fields.require(
                kinds == null || kinds.size() == decoder.layers,
                "attn_type_list",
                "expected one type for each of the " + decoder.layers + " layers");
        fields.require(
                fields.sizeOr(0, Size.COUNT, "shared_intermediate_size") == 0,
                "shared_intermediate_size",
                "expected 0: shared experts are not read");
        IntPredicate softmax = layer ->
                types != null ? types.get(layer).equals("full_attention") : kinds != null && kinds.get(layer) == 1;
        Experts experts = new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate);
        LinearAttention linear = LinearMixers.lightning(decoder.hidden, decoder.heads, decoder.headSize);
        return decoder.mixer(layer -> softmax.test(layer) ? decoder.attention(layer) : linear)
                .feedForward(layer -> experts.routed(decoder.hidden))
                .build();
    }
}
