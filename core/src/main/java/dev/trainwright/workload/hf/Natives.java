package dev.trainwright.workload.hf;

import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.encoder.Encoders;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Size;
import java.util.Set;

/** Files without a {@code model_type}: each is told by the keys that only it has. */
public final class Natives {

    /** Rows of Llama 3's table; of the models that have it and scale their rotation, the narrow ones are tied. */
    private static final int LLAMA_3_ROWS = 128_256;

    /** Rows of Qwen's tables, whose models have biases and inner widths that Meta's keys cannot say. */
    private static final Set<Integer> QWEN_ROWS = Set.of(151_936, 152_064);

    private static final Set<String> DEEPSEEK = Set.of(
            "max_batch_size",
            "max_seq_len",
            "dtype",
            "scale_fmt",
            "vocab_size",
            "dim",
            "inter_dim",
            "moe_inter_dim",
            "n_layers",
            "n_dense_layers",
            "n_heads",
            "n_routed_experts",
            "n_shared_experts",
            "n_activated_experts",
            "n_expert_groups",
            "n_limited_groups",
            "score_func",
            "route_scale",
            "q_lora_rank",
            "kv_lora_rank",
            "qk_nope_head_dim",
            "qk_rope_head_dim",
            "v_head_dim",
            "original_seq_len",
            "rope_theta",
            "rope_factor",
            "beta_fast",
            "beta_slow",
            "mscale");

    private static final Set<String> META = Set.of(
            "dim",
            "n_layers",
            "n_heads",
            "n_kv_heads",
            "head_dim",
            "hidden_dim",
            "vocab_size",
            "multiple_of",
            "ffn_dim_multiplier",
            "norm_eps",
            "rope_theta",
            "use_scaled_rope",
            "rope_scaling_factor",
            "max_batch_size",
            "max_seq_len",
            "sliding_window",
            "tie_word_embeddings");

    private static final Set<String> BERT = Set.of(
            "attention_probs_dropout_prob",
            "directionality",
            "gradient_checkpointing",
            "hidden_act",
            "hidden_dropout_prob",
            "hidden_size",
            "initializer_range",
            "intermediate_size",
            "layer_norm_eps",
            "max_position_embeddings",
            "num_attention_heads",
            "num_hidden_layers",
            "output_all_encoded_layers",
            "pad_token_id",
            "pooler_fc_size",
            "pooler_num_attention_heads",
            "pooler_num_fc_layers",
            "pooler_size_per_head",
            "pooler_type",
            "type_vocab_size",
            "vocab_size");

    private Natives() {}

    /** Reads whichever native format the keys tell of. */
    static Transformer read(Fields fields) {
        if (fields.has("kv_lora_rank") && fields.has("moe_inter_dim")) {
            fields.only(DEEPSEEK, "DeepSeek");
            return deepSeek(fields);
        }
        if (fields.has("dim") && fields.has("n_layers") && fields.has("n_heads")) {
            fields.only(META, "Meta's params.json");
            return meta(fields);
        }
        if (fields.has("type_vocab_size") && fields.has("hidden_size")) {
            fields.only(BERT, "BERT");
            fields.note("no model_type: read as BERT's own bert_config.json");
            return Encoders.bert(fields);
        }
        throw fields.refusal(
                "no model_type, and neither DeepSeek's, Meta's nor BERT's native keys; expected a model_type, of which"
                        + " docs/models.md lists those that are read");
    }

    /** The inference repository's own config of DeepSeek-V3. */
    private static Transformer deepSeek(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "dim"),
                fields.size(Size.LAYERS, "n_layers"),
                fields.size(Size.HEADS, "n_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.size(Size.WIDTH, "inter_dim");
        decoder.feedForward(true, false);
        LatentAttention attention = new LatentAttention(
                decoder.heads,
                fields.sizeOr(0, Size.COUNT, "q_lora_rank"),
                fields.size(Size.WIDTH, "kv_lora_rank"),
                fields.size(Size.HEAD_SIZE, "qk_nope_head_dim"),
                fields.size(Size.HEAD_SIZE, "qk_rope_head_dim"),
                fields.size(Size.HEAD_SIZE, "v_head_dim"),
                0,
                true);
        int intermediate = fields.size(Size.WIDTH, "moe_inter_dim");
        Experts experts = new Experts(fields, "n_routed_experts", "n_activated_experts", intermediate)
                .shared(fields, "n_shared_experts", intermediate)
                .routerBias(decoder.hidden == 7168);
        int first = fields.size(Size.COUNT, "n_dense_layers");
        fields.require(first <= decoder.layers, "n_dense_layers", "expected at most n_layers, " + decoder.layers);
        fields.note("no model_type: read as DeepSeek's native config, whose gate has a bias at dim 7168 only");
        return decoder.mixer(layer -> attention)
                .feedForward(
                        layer -> layer >= first ? experts.routed(decoder.hidden) : decoder.dense(decoder.intermediate))
                .build();
    }

    /** Meta's params.json: the inner width follows from dim, ffn_dim_multiplier and multiple_of. */
    private static Transformer meta(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "dim"),
                fields.size(Size.LAYERS, "n_layers"),
                fields.size(Size.HEADS, "n_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        if (fields.has("hidden_dim")) {
            decoder.intermediate = fields.size(Size.WIDTH, "hidden_dim");
        } else {
            int multiple = fields.size(Size.WIDTH, "multiple_of");
            double inner = Math.floor(fields.factor("ffn_dim_multiplier", 1) * Math.floor(8.0 * decoder.hidden / 3));
            decoder.intermediate = (int) Math.ceil(inner / multiple) * multiple;
        }
        fields.require(
                !QWEN_ROWS.contains(decoder.vocab),
                "vocab_size",
                "the table of Qwen, whose biases and inner width Meta's keys leave out; expected a config.json with its model_type");
        fields.note("no model_type: read as Meta's params.json");
        boolean small =
                fields.flag("use_scaled_rope", false) && decoder.vocab == LLAMA_3_ROWS && decoder.hidden <= 3072;
        if (small) {
            fields.note("read as Llama 3.2, whose small models share the table with the head");
        }
        return decoder.headSize(0, "head_dim")
                .kvHeads(0, "n_kv_heads")
                .feedForward(true, false)
                .tied(small)
                .build();
    }
}
