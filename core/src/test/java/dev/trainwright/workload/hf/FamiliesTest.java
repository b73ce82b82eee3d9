package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small configs of each family, counted by hand from the tensor shapes of its modeling code in transformers (or in the model's own repository): h = 48,
 * 6 heads, 2 key/value heads where it has them (so keys and values are 16 wide), f = 80, V = 100, 3 layers, unless the config says otherwise.
 */
class FamiliesTest {
    private static final String BASE =
            "'hidden_size':48,'num_hidden_layers':3,'num_attention_heads':6,'intermediate_size':80,'vocab_size':100";
    private static final String GROUPED = BASE + ",'num_key_value_heads':2";
    private static final long TABLE = 100 * 48;
    /** Queries and output 48 x 48, keys and values 48 x 16. */
    private static final long ATTENTION = 2 * 48 * 48 + 2 * 48 * 16;

    private static final long FULL_ATTENTION = 4 * 48 * 48;
    private static final long GATED = 3 * 48 * 80;
    private static final long PLAIN = 2 * 48 * 80;
    private static final long LLAMA_LAYER = ATTENTION + GATED + 2 * 48;
    private static final long LLAMA = 3 * LLAMA_LAYER + 48;

    static Stream<Arguments> families() {
        return Stream.of(
                row("llama", GROUPED, 2 * TABLE + LLAMA),
                row("llama", GROUPED + ",'tie_word_embeddings':true", TABLE + LLAMA),
                row("llama", BASE + ",'num_key_value_heads':null", 2 * TABLE + 3 * (FULL_ATTENTION + GATED + 96) + 48),
                row(
                        "llama",
                        GROUPED + ",'attention_bias':true,'mlp_bias':true",
                        2 * TABLE + LLAMA + 3 * (48 + 16 + 16 + 48 + 80 + 80 + 48)),
                row("llama", GROUPED + ",'head_dim':10", 2 * TABLE + 3 * (2 * 48 * 60 + 2 * 48 * 20 + GATED + 96) + 48),
                row("mistral", GROUPED, 2 * TABLE + LLAMA),
                row("qwen2", GROUPED, 2 * TABLE + LLAMA + 3 * (48 + 16 + 16)),
                row("qwen3", GROUPED + ",'head_dim':8", 2 * TABLE + LLAMA + 3 * (8 + 8)),
                row("phi3", GROUPED, 2 * TABLE + LLAMA),
                row("granite", GROUPED, 2 * TABLE + LLAMA),
                row("smollm3", GROUPED, TABLE + LLAMA),
                row("internlm2", GROUPED + ",'bias':false", 2 * TABLE + LLAMA),
                row("internlm", BASE, 2 * TABLE + 3 * (FULL_ATTENTION + 4 * 48 + GATED + 96) + 48),
                row("baichuan", BASE, 2 * TABLE + 3 * (FULL_ATTENTION + GATED + 96) + 48),
                row("orion", GROUPED, 2 * TABLE + LLAMA + 7 * 48),
                row("seed_oss", GROUPED + ",'head_dim':8", 2 * TABLE + LLAMA + 3 * (48 + 16 + 16)),
                row("ernie4_5", GROUPED + ",'head_dim':8", TABLE + LLAMA),
                row("ernie4_5", GROUPED, TABLE + 3 * (2 * 48 * 768 + 2 * 48 * 256 + GATED + 96) + 48),
                row("arcee", GROUPED, 2 * TABLE + 3 * (ATTENTION + PLAIN + 96) + 48),
                row("minicpm", BASE, TABLE + 3 * (FULL_ATTENTION + GATED + 96) + 48),
                row(
                        "minicpm",
                        BASE + ",'num_experts':4,'num_experts_per_tok':2",
                        TABLE + 3 * (FULL_ATTENTION + 4 * GATED + 4 * 48 + 96) + 48),
                row("gemma", GROUPED + ",'head_dim':8", TABLE + LLAMA),
                row("gemma2", GROUPED + ",'head_dim':8", TABLE + LLAMA + 3 * 96),
                row("gemma3_text", GROUPED + ",'head_dim':8", TABLE + LLAMA + 3 * (96 + 16)),
                row("cohere", GROUPED, TABLE + LLAMA - 3 * 48),
                row("cohere", GROUPED + ",'use_qk_norm':true", TABLE + LLAMA - 3 * 48 + 3 * (48 + 16)),
                row("cohere2", GROUPED, TABLE + LLAMA - 3 * 48),
                row("stablelm", GROUPED + ",'use_qkv_bias':true", 2 * TABLE + LLAMA + 3 * 80 + 7 * 48),
                row("olmo", GROUPED, 2 * TABLE + 3 * (ATTENTION + GATED)),
                row("olmo2", GROUPED, 2 * TABLE + LLAMA + 3 * (48 + 16)),
                row("olmo3", GROUPED, 2 * TABLE + LLAMA + 3 * (48 + 16)),
                row("exaone4", GROUPED, 2 * TABLE + LLAMA + 3 * (8 + 8)),
                row("nemotron", GROUPED, 2 * TABLE + 3 * (ATTENTION + PLAIN + 4 * 48) + 96),
                row("glm", GROUPED + ",'head_dim':8,'attention_bias':true", 2 * TABLE + LLAMA + 3 * 80),
                row("glm4", GROUPED + ",'head_dim':8,'attention_bias':true", 2 * TABLE + LLAMA + 3 * (80 + 96)),
                row(
                        "qwen",
                        BASE + ",'no_bias':true,'kv_channels':8",
                        2 * TABLE + 3 * (FULL_ATTENTION + 144 + 3 * 48 * 40 + 96) + 48),
                row(
                        "chatglm",
                        "'hidden_size':48,'num_layers':3,'num_attention_heads':6,'ffn_hidden_size':80,'padded_vocab_size':100,"
                                + "'multi_query_attention':true,'multi_query_group_num':2,'add_qkv_bias':true,'rmsnorm':true",
                        2 * TABLE + LLAMA + 3 * 80),
                row(
                        "exaone",
                        "'hidden_size':48,'num_layers':3,'num_attention_heads':6,'num_key_value_heads':2,'intermediate_size':80,'vocab_size':100",
                        2 * TABLE + LLAMA),
                row(
                        "gpt2",
                        "'n_embd':48,'n_layer':3,'n_head':6,'vocab_size':100,'n_positions':32",
                        TABLE + 32 * 48 + 3 * (12 * 48 * 48 + 13 * 48) + 96),
                row(
                        "gpt_bigcode",
                        "'n_embd':48,'n_layer':3,'n_head':6,'vocab_size':100,'n_positions':32,'n_inner':80,'multi_query':true",
                        TABLE
                                + 32 * 48
                                + 3 * (2 * 48 * 48 + 2 * 48 * 8 + 48 + 16 + 48 + PLAIN + 80 + 48 + 4 * 48)
                                + 96),
                row(
                        "gptj",
                        "'n_embd':48,'n_layer':3,'n_head':6,'vocab_size':100,'n_inner':null",
                        2 * TABLE + 100 + 3 * (12 * 48 * 48 + 5 * 48 + 2 * 48) + 96),
                row(
                        "gpt_neo",
                        "'hidden_size':48,'num_layers':3,'num_heads':6,'vocab_size':100,'max_position_embeddings':32",
                        TABLE + 32 * 48 + 3 * (12 * 48 * 48 + 48 + 5 * 48 + 4 * 48) + 96),
                row("gpt_neox", BASE, 2 * TABLE + 3 * (FULL_ATTENTION + 4 * 48 + PLAIN + 80 + 48 + 4 * 48) + 96),
                row("phi", BASE, 2 * TABLE + 100 + 3 * (FULL_ATTENTION + 4 * 48 + PLAIN + 80 + 48 + 2 * 48) + 96),
                row(
                        "phi-msft",
                        "'n_embd':48,'n_layer':3,'n_head':6,'n_head_kv':null,'n_inner':null,'vocab_size':100",
                        2 * TABLE + 100 + 3 * (12 * 48 * 48 + 4 * 48 + 5 * 48 + 2 * 48) + 96),
                row("starcoder2", GROUPED, TABLE + 3 * (ATTENTION + 128 + PLAIN + 128 + 4 * 48) + 96),
                row(
                        "opt",
                        "'hidden_size':48,'num_hidden_layers':3,'num_attention_heads':6,'ffn_dim':80,'vocab_size':100,'max_position_embeddings':32,"
                                + "'word_embed_proj_dim':24,'do_layer_norm_before':false",
                        100 * 24 + 34 * 48 + 2 * 24 * 48 + 3 * (FULL_ATTENTION + 4 * 48 + PLAIN + 128 + 4 * 48)),
                row(
                        "falcon",
                        "'hidden_size':48,'num_hidden_layers':3,'num_attention_heads':6,'num_kv_heads':2,'vocab_size':100,"
                                + "'new_decoder_architecture':true,'bias':false",
                        TABLE + 3 * (ATTENTION + 8 * 48 * 48 + 4 * 48) + 96),
                row(
                        "mixtral",
                        GROUPED + ",'num_local_experts':4,'num_experts_per_tok':2",
                        2 * TABLE + 3 * (ATTENTION + 4 * GATED + 4 * 48 + 96) + 48),
                row(
                        "qwen2_moe",
                        GROUPED
                                + ",'num_experts':4,'num_experts_per_tok':2,'moe_intermediate_size':20,'shared_expert_intermediate_size':40,"
                                + "'mlp_only_layers':[1],'decoder_sparse_step':1",
                        2 * TABLE
                                + 3 * (ATTENTION + 80 + 96)
                                + 48
                                + GATED
                                + 2 * (4 * 3 * 48 * 20 + 3 * 48 * 40 + 4 * 48 + 48)),
                row(
                        "qwen3_moe",
                        GROUPED
                                + ",'head_dim':8,'num_experts':4,'num_experts_per_tok':2,'moe_intermediate_size':20,'decoder_sparse_step':2",
                        2 * TABLE + 3 * (ATTENTION + 16 + 96) + 48 + 2 * GATED + 4 * 3 * 48 * 20 + 4 * 48),
                row(
                        "deepseek",
                        GROUPED
                                + ",'n_routed_experts':4,'num_experts_per_tok':2,'n_shared_experts':1,'moe_intermediate_size':20,"
                                + "'first_k_dense_replace':1",
                        2 * TABLE + 3 * (ATTENTION + 96) + 48 + GATED + 2 * (5 * 3 * 48 * 20 + 4 * 48)),
                row(
                        "deepseek_v3",
                        BASE
                                + ",'q_lora_rank':24,'kv_lora_rank':16,'qk_nope_head_dim':8,'qk_rope_head_dim':4,'v_head_dim':8,'n_routed_experts':4,"
                                + "'num_experts_per_tok':2,'n_shared_experts':1,'moe_intermediate_size':20,'first_k_dense_replace':1,"
                                + "'num_key_value_heads':6,'num_nextn_predict_layers':1",
                        2 * TABLE + 3 * (LATENT + 96) + 48 + GATED + 2 * (5 * 3 * 48 * 20 + 4 * 48 + 4)),
                row(
                        "deepseek_v2",
                        BASE
                                + ",'q_lora_rank':null,'kv_lora_rank':16,'qk_nope_head_dim':8,'qk_rope_head_dim':4,'v_head_dim':8,'n_routed_experts':4,"
                                + "'num_experts_per_tok':2,'n_shared_experts':1,'moe_intermediate_size':20,'first_k_dense_replace':1",
                        2 * TABLE
                                + 3 * (LATENT - QUERY_LATENT + 48 * 72 + 96)
                                + 48
                                + GATED
                                + 2 * (5 * 3 * 48 * 20 + 4 * 48)),
                row(
                        "electra",
                        BASE + ",'embedding_size':24,'max_position_embeddings':32,'type_vocab_size':2",
                        (100 + 32 + 2 + 2) * 24 + 25 * 48 + 3 * (FULL_ATTENTION + 4 * 48 + PLAIN + 128 + 4 * 48)),
                row(
                        "bert",
                        BASE + ",'max_position_embeddings':32,'type_vocab_size':2",
                        (100 + 32 + 2 + 2) * 48 + 3 * (FULL_ATTENTION + 4 * 48 + PLAIN + 128 + 4 * 48) + 49 * 48),
                row(
                        "distilbert",
                        "'dim':48,'n_layers':3,'n_heads':6,'hidden_dim':80,'vocab_size':100,'max_position_embeddings':32",
                        (100 + 32 + 2) * 48 + 3 * (FULL_ATTENTION + 4 * 48 + PLAIN + 128 + 4 * 48)),
                row(
                        "albert",
                        BASE
                                + ",'embedding_size':24,'max_position_embeddings':32,'type_vocab_size':2,'num_hidden_groups':1",
                        (100 + 32 + 2 + 2) * 24 + 25 * 48 + FULL_ATTENTION + 4 * 48 + PLAIN + 128 + 4 * 48 + 49 * 48),
                row(
                        "t5",
                        "'d_model':48,'num_layers':3,'num_decoder_layers':2,'num_heads':6,'d_kv':10,'d_ff':80,'vocab_size':100,"
                                + "'feed_forward_proj':'gated-gelu','tie_word_embeddings':false",
                        2 * TABLE + 2 * 32 * 6 + 3 * (4 * 48 * 60 + GATED + 96) + 2 * (8 * 48 * 60 + GATED + 144) + 96),
                row(
                        "bart",
                        "'d_model':48,'encoder_layers':3,'decoder_layers':2,'encoder_attention_heads':6,'decoder_attention_heads':6,"
                                + "'encoder_ffn_dim':80,'decoder_ffn_dim':80,'vocab_size':100,'max_position_embeddings':32",
                        TABLE
                                + 2 * (34 + 2) * 48
                                + 3 * (FULL_ATTENTION + 192 + PLAIN + 128 + 192)
                                + 2 * (2 * FULL_ATTENTION + 384 + PLAIN + 128 + 288)));
    }

    private static final long QUERY_LATENT = 48 * 24 + 24 + 24 * 6 * 12;
    private static final long LATENT = QUERY_LATENT + 48 * 20 + 16 + 16 * 6 * 16 + 6 * 8 * 48;

    private static Arguments row(String family, String keys, long expected) {
        return Arguments.of(family, "{'model_type':'" + family + "'," + keys + "}", expected);
    }

    @ParameterizedTest
    @MethodSource("families")
    void countsEveryParameter(String family, String json, long expected) {
        assertThat(Configs.read(json).family()).isEqualTo(family);
        assertThat(Configs.total(json)).isEqualTo(expected);
    }

    @Test
    void pythonsInfinityIsReadWhereNobodyAsksForANumber() {
        String mamba =
                "'model_type':'mamba2','hidden_size':8,'num_hidden_layers':1,'num_heads':4,'head_dim':4,'state_size':2,'n_groups':1,'vocab_size':10";
        // 80 table + 80 head + 2 norms of 8 + in 8 x (16 + 16 + 4 + 4) + conv 20 x 4 + 20 + 3 x 4 + norm 16 + out 16 x
        // 8
        assertThat(Configs.total("{" + mamba + ",'time_step_limit':[0.0,Infinity]}"))
                .isEqualTo(80 + 80 + 16 + 8 * 40 + 100 + 12 + 16 + 128);
    }

    @Test
    void bertNeedsNoModelType() {
        String bert = BASE + ",'max_position_embeddings':32,'type_vocab_size':2}";
        assertThat(Configs.total("{" + bert)).isEqualTo(Configs.total("{'model_type':'bert'," + bert));
    }

    @Test
    void metasFileGivesTheWidthInItsOwnWay() {
        // Llama 3 8B: floor(8 x 4096 / 3) = 10922, x 1.3 = 14198, up to a multiple of 1024: 14336; 8,030,261,248
        // parameters published.
        assertThat(
                        Configs.total(
                                "{'dim':4096,'ffn_dim_multiplier':1.3,'multiple_of':1024,'n_heads':32,'n_kv_heads':8,'n_layers':32,'norm_eps':1e-05,'vocab_size':128256,'rope_theta':500000.0}"))
                .isEqualTo(8_030_261_248L);
        // Llama 2 7B with its vocabulary filled in: multiple_of 256 gives 11008.
        assertThat(
                        Configs.total(
                                "{'dim':4096,'multiple_of':256,'n_heads':32,'n_layers':32,'norm_eps':1e-05,'vocab_size':32000}"))
                .isEqualTo(6_738_415_616L);
    }

    @Test
    void predictionLayersAreApart() {
        String json = "{'model_type':'deepseek_v3'," + BASE
                + ",'q_lora_rank':24,'kv_lora_rank':16,'qk_nope_head_dim':8,'qk_rope_head_dim':4,'v_head_dim':8,'n_routed_experts':4,"
                + "'num_experts_per_tok':2,'n_shared_experts':1,'moe_intermediate_size':20,'first_k_dense_replace':1,'num_nextn_predict_layers':1}";
        // arXiv 2412.19437, eq. 21: M_k is h x 2h; a norm for each half of its input, one before the shared head, and a
        // transformer block.
        long block = LATENT + 96 + 5 * 3 * 48 * 20 + 4 * 48 + 4;
        assertThat(Configs.read(json).apart())
                .singleElement()
                .satisfies(group -> assertThat(group.count()).isEqualTo(block + 2 * 48 * 48 + 3 * 48));
    }
}
