package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import java.util.Map;
import java.util.function.Function;

/** OPT, BLOOM, Falcon and MPT: the first open models of GPT-3's size, each with names of its own. */
public final class FirstOpenModels {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "opt",
            FirstOpenModels::opt,
            "bloom",
            FirstOpenModels::bloom,
            "falcon",
            fields -> falcon(fields, fields.flag("new_decoder_architecture", false)),
            "RefinedWeb",
            fields -> falcon(fields, true),
            "RefinedWebModel",
            fields -> falcon(fields, false),
            "mpt",
            FirstOpenModels::mpt);

    private FirstOpenModels() {}

    private static Transformer opt(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.shape(768, Size.HIDDEN, "hidden_size"),
                fields.shape(12, Size.LAYERS, "num_hidden_layers"),
                fields.shape(12, Size.HEADS, "num_attention_heads"),
                fields.shape(50_272, Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.shape(3072, Size.WIDTH, "ffn_dim");
        decoder.tableWidth = fields.sizeOr(decoder.hidden, Size.HIDDEN, "word_embed_proj_dim");
        boolean bias = fields.flag("enable_bias", true);
        boolean before = fields.flag("do_layer_norm_before", true);
        boolean scaled = fields.flag("layer_norm_elementwise_affine", true);
        long positions = fields.shape(2048, Size.ROWS, "max_position_embeddings") + 2L;
        boolean projected = decoder.tableWidth != decoder.hidden;
        return decoder.evenHeads("num_attention_heads")
                .attentionBias(bias, bias)
                .feedForward(false, bias)
                .norms(2, scaled ? Norm.SCALE_AND_BIAS : Norm.BARE)
                .finalNorm(before && !fields.flag("_remove_final_layer_norm", false))
                .embedding("position table", positions * decoder.hidden)
                .embedding("projections to and from the table", projected ? 2 * decoder.tableWidth * decoder.hidden : 0)
                .tied(true)
                .build();
    }

    private static Transformer bloom(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "n_embed", "hidden_size"),
                fields.size(Size.LAYERS, "n_layer", "num_hidden_layers"),
                fields.size(Size.HEADS, "num_attention_heads", "n_head"),
                fields.size(Size.ROWS, "vocab_size"));
        return decoder.evenHeads("num_attention_heads")
                .attentionBias(true, true)
                .feedForward(false, true)
                .norms(2, Norm.SCALE_AND_BIAS)
                .embedding("embedding norm", Norm.SCALE_AND_BIAS.parameters(decoder.hidden))
                .tied(true)
                .build();
    }

    /** Falcon 7B and older: one shared key/value head, one norm. Falcon 40B and newer: a few key/value heads, two norms side by side. */
    private static Transformer falcon(Fields fields, boolean grouped) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size", "n_embed"),
                fields.size(Size.LAYERS, "num_hidden_layers", "n_layer"),
                fields.size(Size.HEADS, "num_attention_heads", "n_head"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.evenHeads("num_attention_heads");
        if (grouped) {
            decoder.kvHeads(0, fields.has("n_head_kv") ? "n_head_kv" : "num_kv_heads");
        } else {
            decoder.kvHeads = fields.flag("multi_query", true) ? 1 : decoder.heads;
        }
        decoder.intermediate = fields.sizeOr(4 * decoder.hidden, Size.WIDTH, "ffn_hidden_size");
        boolean bias = fields.flag("bias", false);
        boolean parallel = grouped || fields.flag("parallel_attn", true);
        int norms = grouped ? fields.sizeOr(2, Size.LAYERS, "num_ln_in_parallel_attn") : parallel ? 1 : 2;
        fields.require(norms <= 2, "num_ln_in_parallel_attn", "expected 1 or 2");
        return decoder.attentionBias(bias, bias)
                .feedForward(false, bias)
                .norms(norms, Norm.SCALE_AND_BIAS)
                .tied(true)
                .build();
    }

    private static Transformer mpt(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "d_model"),
                fields.size(Size.LAYERS, "n_layers"),
                fields.size(Size.HEADS, "n_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        Fields attention = fields.object("attn_config");
        decoder.evenHeads("n_heads");
        switch (attention.text("attn_type", "multihead_attention")) {
            case "multihead_attention" -> decoder.kvHeads = decoder.heads;
            case "multiquery_attention" -> decoder.kvHeads = 1;
            case "grouped_query_attention" -> {
                decoder.kvHeads = attention.size(Size.HEADS, "kv_n_heads");
                attention.require(
                        decoder.heads % decoder.kvHeads == 0,
                        "kv_n_heads",
                        "expected a divisor of n_heads, " + decoder.heads);
            }
            default ->
                attention.refuse(
                        "attn_type", "expected multihead_attention, multiquery_attention or grouped_query_attention");
        }
        attention.require(
                !attention.flag("qk_ln", false), "qk_ln", "expected false: norms of queries and keys are not read");
        double inner = fields.factor("expansion_ratio", 4) * decoder.hidden;
        decoder.intermediate = (int) inner;
        fields.require(inner == decoder.intermediate, "expansion_ratio", "expected a whole multiple of d_model");
        boolean bias = !fields.flag("no_bias", true);
        boolean table = fields.flag("learned_pos_emb", true)
                && !attention.flag("alibi", true)
                && !attention.flag("rope", false);
        return decoder.attentionBias(bias, bias)
                .feedForward(false, bias)
                .norms(2, Norm.layerNorm(bias))
                .embedding("position table", table ? (long) fields.size(Size.ROWS, "max_seq_len") * decoder.hidden : 0)
                .tied(true)
                .build();
    }
}
