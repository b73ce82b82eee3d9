package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.input.InputException;
import dev.trainwright.workload.ParameterCount;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Families whose layers differ among one another or that have no published total of their own, counted by hand as in {@link FamiliesTest}. */
class NewerFamiliesTest {
    private static final String GROUPED =
            "'hidden_size':48,'num_hidden_layers':3,'num_attention_heads':6,'num_key_value_heads':2,'intermediate_size':80,'vocab_size':100";
    private static final long TABLE = 100 * 48;
    private static final long ATTENTION = 2 * 48 * 48 + 2 * 48 * 16;
    private static final long GATED = 3 * 48 * 80;
    /** One gated expert of width 20. */
    private static final long EXPERT = 3 * 48 * 20;
    /** Mamba 2 of 8 heads of 12 with 4 states and one group: products in and out, convolution with bias, steps, decays and skips, norm. */
    private static final long MAMBA_2 = 48 * (96 + 104 + 8) + 96 * 48 + 104 * 4 + 104 + 3 * 8 + 96;

    private static final String MAMBA_KEYS =
            ",'mamba_n_heads':8,'mamba_d_head':12,'mamba_d_state':4,'mamba_n_groups':1";

    static Stream<Arguments> families() {
        return Stream.of(
                row(
                        "rwkv",
                        "'hidden_size':48,'num_hidden_layers':3,'attention_hidden_size':60,'intermediate_size':80,'vocab_size':100",
                        2 * TABLE + 4 * 48 + 3 * (4 * 48 * 60 + 2 * 60 + 3 * 48 + 48 * 48 + 2 * 48 * 80 + 6 * 48)),
                row(
                        "bamba",
                        GROUPED + ",'attn_layer_indices':[1]" + MAMBA_KEYS,
                        2 * TABLE + 2 * MAMBA_2 + ATTENTION + 3 * (GATED + 96) + 48),
                row(
                        "granitemoehybrid",
                        GROUPED
                                + ",'num_local_experts':0,'shared_intermediate_size':40,'layer_types':['mamba','attention','mamba'],'tie_word_embeddings':true"
                                + MAMBA_KEYS,
                        TABLE + 2 * MAMBA_2 + ATTENTION + 3 * (3 * 48 * 40 + 96) + 48),
                row(
                        "falcon_h1",
                        GROUPED + ",'mamba_d_ssm':96,'mamba_rms_norm':true" + MAMBA_KEYS,
                        2 * TABLE + 3 * (MAMBA_2 + ATTENTION + GATED + 96) + 48),
                row(
                        "nemotron_h",
                        "'hidden_size':48,'num_hidden_layers':5,'hybrid_override_pattern':'M-*ME','num_attention_heads':6,'num_key_value_heads':2,'head_dim':8,"
                                + "'intermediate_size':80,'vocab_size':100,'mamba_num_heads':8,'mamba_head_dim':12,'ssm_state_size':4,'n_groups':1,"
                                + "'n_routed_experts':4,'num_experts_per_tok':2,'moe_intermediate_size':20,'n_shared_experts':1,'moe_shared_expert_intermediate_size':30",
                        2 * TABLE
                                + 2 * MAMBA_2
                                + ATTENTION
                                + 2 * 48 * 80
                                + 4 * 2 * 48 * 20
                                + 2 * 48 * 30
                                + 4 * 48
                                + 4
                                + 6 * 48),
                row(
                        "afmoe",
                        GROUPED
                                + ",'head_dim':8,'num_experts':4,'num_experts_per_tok':2,'num_shared_experts':1,'moe_intermediate_size':20,'num_dense_layers':1,"
                                + "'layer_types':['sliding_attention','full_attention','sliding_attention']",
                        2 * TABLE
                                + 3 * (ATTENTION + 48 * 48 + 16 + 4 * 48)
                                + 48
                                + GATED
                                + 2 * (5 * EXPERT + 4 * 48 + 4)),
                row(
                        "exaone_moe",
                        GROUPED
                                + ",'num_experts':4,'num_experts_per_tok':2,'num_shared_experts':1,'moe_intermediate_size':20,'is_moe_layer':[false,true,true]",
                        2 * TABLE + 3 * (ATTENTION + 16 + 96) + 48 + GATED + 2 * (5 * EXPERT + 4 * 48 + 4)),
                row(
                        "glm4_moe_lite",
                        "'hidden_size':48,'num_hidden_layers':3,'num_attention_heads':6,'intermediate_size':80,'vocab_size':100,'q_lora_rank':24,'kv_lora_rank':16,"
                                + "'qk_nope_head_dim':8,'qk_rope_head_dim':4,'v_head_dim':8,'n_routed_experts':4,'num_experts_per_tok':2,'n_shared_experts':1,"
                                + "'moe_intermediate_size':20,'first_k_dense_replace':1",
                        2 * TABLE
                                + 3 * (48 * 24 + 24 + 24 * 72 + 48 * 20 + 16 + 16 * 96 + 48 * 48 + 96)
                                + 48
                                + GATED
                                + 2 * (5 * EXPERT + 4 * 48 + 4)));
    }

    private static Arguments row(String family, String keys, long expected) {
        return Arguments.of("{'model_type':'" + family + "'," + keys + "}", expected);
    }

    @ParameterizedTest
    @MethodSource("families")
    void countsEveryParameter(String json, long expected) {
        assertThat(Configs.total(json)).isEqualTo(expected);
    }

    /** EXAONE 4.5 33B from its modeling code: EXAONE 4's text, Qwen2.5-VL's tower with 8 key/value heads of 64. */
    @Test
    void exaoneSees() {
        long h = 5120;
        long text = 2 * 153_600 * h + 64 * (2 * h * h + 2 * h * 1024 + 2 * 128 + 3 * h * 27_392 + 2 * h) + h;
        long w = 2048;
        long layer = 2 * w * w + 2 * w * 512 + 2 * w + 2 * 512 + 3 * w * 5120 + 2 * 5120 + w + 2 * w;
        long tower = 2 * 3 * 14 * 14 * w + 28 * layer;
        long merger = w + 4 * w * 4 * w + 4 * w + 4 * w * h + h;
        assertThat(Configs.total(
                        "{'model_type':'exaone4_5','tie_word_embeddings':false,'text_config':{'model_type':'exaone4_5_text','hidden_size':5120,"
                                + "'intermediate_size':27392,'num_attention_heads':40,'num_hidden_layers':64,'num_key_value_heads':8,'vocab_size':153600},"
                                + "'vision_config':{'depth':28,'hidden_size':2048,'in_channels':3,'intermediate_size':5120,'num_heads':32,"
                                + "'num_key_value_heads':8,'out_hidden_size':5120,'patch_size':14}}"))
                .isEqualTo(text + tower + merger);
    }

    /** Totals and active parameters as the models' pages round them: xAI's 314B leave tables out (two of eight experts are 83B), Arctic 480B (17B), LongCat-Flash 560B (18.6B to 31.3B, 27B on average), MiMo-V2-Flash 309B (15B), GLM-5 744B (40B). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    314e9 | 83e9 | 'grok-1','hidden_size':6144,'intermediate_size':32768,'num_hidden_layers':64,'num_attention_heads':48,'num_key_value_heads':8,'num_experts':8,'num_experts_per_tok':2,'vocab_size':131072
                    480e9 | 17e9 | 'arctic','hidden_size':7168,'intermediate_size':4864,'num_hidden_layers':35,'num_attention_heads':56,'num_key_value_heads':8,'num_local_experts':128,'num_experts_per_tok':2,'moe_layer_frequency':1,'parallel_attn_mlp_res':true,'vocab_size':32000
                    560e9 | 27e9 | 'longcat_flash','hidden_size':6144,'ffn_hidden_size':12288,'expert_ffn_hidden_size':2048,'num_layers':28,'num_attention_heads':64,'q_lora_rank':1536,'kv_lora_rank':512,'qk_nope_head_dim':128,'qk_rope_head_dim':64,'v_head_dim':128,'n_routed_experts':512,'zero_expert_num':256,'moe_topk':12,'vocab_size':131072
                    309e9 | 15e9 | 'mimo_v2_flash','hidden_size':4096,'intermediate_size':16384,'moe_intermediate_size':2048,'num_hidden_layers':48,'num_attention_heads':64,'num_key_value_heads':4,'swa_num_key_value_heads':8,'head_dim':192,'v_head_dim':128,'n_routed_experts':256,'n_shared_experts':null,'num_experts_per_tok':8,'vocab_size':152576
                    744e9 | 40e9 | 'glm_moe_dsa','hidden_size':6144,'intermediate_size':12288,'moe_intermediate_size':2048,'num_hidden_layers':78,'num_attention_heads':64,'q_lora_rank':2048,'kv_lora_rank':512,'qk_nope_head_dim':192,'qk_rope_head_dim':64,'v_head_dim':256,'index_n_heads':32,'index_head_dim':128,'n_routed_experts':256,'n_shared_experts':1,'num_experts_per_tok':8,'first_k_dense_replace':3,'vocab_size':154880
                    """)
    void greatMixtures(double total, double active, String keys) {
        ParameterCount count = ParameterCount.of(Configs.read("{'model_type':" + keys + "}"));
        assertThat((double) count.total()).isCloseTo(total, withinPercentage(1));
        assertThat((double) count.active()).isCloseTo(active, withinPercentage(5));
    }

    /** Peng et al., arXiv 2404.05892, appendix: Eagle has 13 D^2 L + 14 D L + 4 D + 2 D V parameters, Finch 13 D^2 L + 464 D L + 4 D + 2 D V. */
    @ParameterizedTest
    @CsvSource({"rwkv5, 14, 2560, 32", "rwkv5, 14, 2048, 24", "rwkv6, 464, 2048, 24", "rwkv6, 464, 2560, 32"})
    void eagleAndFinchFollowTheirPapersFormula(String family, long vectors, long d, long layers) {
        assertThat(Configs.total(
                        "{'model_type':'%s','hidden_size':%d,'num_hidden_layers':%d,'vocab_size':65536,'intermediate_size':null}"
                                .formatted(family, d, layers)))
                .isEqualTo(13 * d * d * layers + vectors * d * layers + 4 * d + 2 * d * 65_536);
    }

    /** RWKV-7 World of 0.1B, 0.4B, 1.5B and 2.9B as the paper's table of released models counts them (arXiv 2503.14456), with the rank of their gates. */
    @ParameterizedTest
    @CsvSource({
        "768, 12, 128, 191034624",
        "1024, 24, 128, 450767872",
        "2048, 24, 256, 1527404544",
        "2560, 32, 320, 2947735040"
    })
    void gooseHasThePapersParameters(int width, int layers, int gate, long expected) {
        assertThat(Configs.total(
                        "{'model_type':'rwkv7','hidden_size':%d,'num_hidden_layers':%d,'vocab_size':65536,'gate_low_rank_dim':%d}"
                                .formatted(width, layers, gate)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    'rwkv5','hidden_size':64,'num_hidden_layers':1,'vocab_size':9,'tie_word_embeddings':true | tie_word_embeddings: true: no model of RWKV-5 shares
                    'nemotron_h','hybrid_override_pattern':'M--' | hybrid_override_pattern: "M--": expected a text of M (Mamba 2)
                    'llava','mm_vision_tower':'google/siglip' | mm_vision_tower: "google/siglip": a vision tower that is not known here
                    """)
    void refusesWhatItDoesNotKnow(String keys, String message) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Configs.read("{'model_type':" + keys + "}"))
                .withMessageContaining(message);
    }
}
