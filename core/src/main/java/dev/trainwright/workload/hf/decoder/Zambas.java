package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Counted;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.LinearMixers;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Zamba (arXiv 2405.16712) and Zamba 2 (2411.15242): Mamba in every layer, and before some of them transformer blocks that all those share. */
public final class Zambas {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES =
            Map.of("zamba", Zambas::first, "zamba2", Zambas::second);

    private Zambas() {}

    private static Transformer first(Fields fields) {
        long h = fields.size(Size.HIDDEN, "hidden_size");
        long layers = fields.size(Size.LAYERS, "num_hidden_layers");
        long hybrids = hybrids(fields, () -> {
            int period = fields.size(Size.LAYERS, "attn_layer_period");
            int offset = fields.size(Size.COUNT, "attn_layer_offset");
            long behindTheThird = layers - 3;
            return 1 + (behindTheThird > offset ? (behindTheThird - 1 - offset) / period + 1 : 0);
        });
        long heads = fields.size(Size.HEADS, "n_mamba_heads");
        long inner = fields.size(Size.HEADS, "mamba_expand") * h;
        long states = fields.size(Size.HEADS, "mamba_d_state");
        long rank = fields.isText("mamba_dt_rank", "auto") ? (h + 15) / 16 : fields.size(Size.HIDDEN, "mamba_dt_rank");
        long kernel = fields.size(Size.HEADS, "mamba_d_conv");
        long convolution = kernel * inner + (fields.flag("mamba_conv_bias", true) ? inner : 0);
        boolean bias = fields.flag("mamba_proj_bias", false);
        long mamba = 2 * h * inner
                + inner * h
                + (bias ? 2 * inner + h : 0)
                + convolution
                + (rank + 2 * states) * inner
                + rank * inner
                + inner
                + inner * states
                + inner;
        fields.require(inner % heads == 0, "n_mamba_heads", "expected a divisor of the inner width, " + inner);
        return build(fields, h, layers, mamba)
                .part("shared block", block(fields, h))
                .parts("projections behind the shared block", hybrids, h * h)
                .build();
    }

    private static Transformer second(Fields fields) {
        long h = fields.size(Size.HIDDEN, "hidden_size");
        long layers = fields.size(Size.LAYERS, "num_hidden_layers");
        List<Integer> listed = fields.numbers("hybrid_layer_ids");
        long hybrids = hybrids(fields, () -> listed == null ? 0 : listed.size());
        fields.require(hybrids > 0, "layers_block_type", "expected the type of each layer, or hybrid_layer_ids");
        long heads = fields.size(Size.HEADS, "n_mamba_heads");
        long inner = fields.size(Size.HEADS, "mamba_expand") * h;
        fields.require(inner % heads == 0, "n_mamba_heads", "expected a divisor of the inner width, " + inner);
        boolean bias = fields.flag("add_bias_linear", false);
        LinearAttention mamba = LinearMixers.mamba2(
                h,
                heads,
                inner / heads,
                fields.size(Size.HEADS, "mamba_d_state"),
                fields.size(Size.HEADS, "mamba_ngroups"),
                fields.size(Size.HEADS, "mamba_d_conv"),
                bias,
                true);
        fields.require(fields.flag("use_conv_bias", true), "use_conv_bias", "expected true");
        long blocks = fields.size(Size.LAYERS, "num_mem_blocks");
        long rank = fields.size(Size.HIDDEN, "adapter_rank");
        long f = fields.size(Size.WIDTH, "intermediate_size");
        long attention = fields.flag("use_shared_attention_adapter", false) ? 3 * 2 * rank * 2 * h : 0;
        fields.require(!bias, "add_bias_linear", "expected false: biased shared blocks are not read");
        return build(fields, h, layers, mamba.parameters(h))
                .parts("shared blocks", blocks, block(fields, h))
                .parts("projections behind the shared blocks", hybrids, h * h)
                .parts("adapters of the shared blocks", hybrids, rank * h + 2 * f * rank + attention)
                .build();
    }

    private static Counted build(Fields fields, long h, long layers, long mamba) {
        fields.require(
                fields.tied(true),
                "tie_word_embeddings",
                "expected true: the family ties its shared blocks by the same word");
        long table = fields.size(Size.ROWS, "vocab_size") * h;
        return new Counted(fields, h)
                .part("token table", table)
                .parts("Mamba layers and their norms", layers, mamba + h)
                .part("last norm", h);
    }

    /** Attention over the stream beside the first embedding, 2 h wide, and a gated part, with a norm before each. */
    private static long block(Fields fields, long h) {
        long f = fields.size(Size.WIDTH, "intermediate_size");
        int heads = fields.size(Size.HEADS, "num_attention_heads");
        int wide = Math.toIntExact(2 * h);
        fields.require(wide % heads == 0, "num_attention_heads", "expected a divisor of twice hidden_size");
        expected(fields, "num_key_value_heads", heads);
        expected(fields, "attention_hidden_size", wide);
        expected(fields, "attention_head_dim", Math.max(1, wide / heads));
        return 3L * wide * wide + wide * h + 3 * h * f + wide + h;
    }

    private static void expected(Fields fields, String key, int value) {
        fields.require(fields.sizeOr(value, Size.WIDTH, key) == value, key, "expected " + value);
    }

    private static long hybrids(Fields fields, LongSupplier rule) {
        List<String> types = fields.texts("layers_block_type");
        return types == null
                ? rule.getAsLong()
                : types.stream().filter("hybrid"::equals).count();
    }
}
