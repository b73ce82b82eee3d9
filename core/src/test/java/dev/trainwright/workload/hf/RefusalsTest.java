package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.trainwright.input.InputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong is refused with the file, the line, the key, the value and what is accepted. */
class RefusalsTest {
    private static final String LLAMA =
            "{'model_type':'llama','hidden_size':48,'num_hidden_layers':3,'num_attention_heads':6,'num_key_value_heads':2,\n'intermediate_size':80,'vocab_size':100}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    'llama'                    | 'lama'                       | config.json:1: model_type: "lama": a family whose shapes are not known here; did you mean llama; docs/models.md lists the
                    'hidden_size':48,          | ''                           | config.json:1: hidden_size: missing; expected a whole number
                    'intermediate_size':80     | 'intermediate_size':null     | config.json:2: intermediate_size: no value: missing
                    'num_hidden_layers':3      | 'num_hidden_layers':0        | config.json:1: num_hidden_layers: 0: expected a whole number of layers from 1 to 1024
                    'num_hidden_layers':3      | 'num_hidden_layers':'3'      | config.json:1: num_hidden_layers: "3": expected a whole number
                    'num_hidden_layers':3      | 'num_hidden_layers':3.5      | config.json:1: num_hidden_layers: 3.5: expected a whole number
                    'vocab_size':100           | 'vocab_size':-1              | config.json:2: vocab_size: -1: expected a whole number of rows
                    'vocab_size':100           | 'vocab_size':1e300           | config.json:2: vocab_size: 1e300: expected a whole number of rows
                    'hidden_size':48           | 'hidden_size':50             | num_attention_heads: 6: expected a divisor of the hidden size, 50
                    'num_key_value_heads':2    | 'num_key_value_heads':4      | num_key_value_heads: 4: expected a divisor of the number of attention heads, 6
                    'num_key_value_heads':2    | 'tie_word_embeddings':'yes'  | tie_word_embeddings: "yes": expected true or false
                    'model_type':'llama',      | ''                           | no model_type
                    'num_key_value_heads'      | 'num_key_value_head'         | num_key_value_head: 2: unknown key; did you mean num_key_value_heads?
                    'num_key_value_heads'      | 'num_key_vaule_heads'        | num_key_vaule_heads: 2: unknown key; did you mean num_key_value_heads?
                    'vocab_size':100           | 'vocab_size':100,'tie_word_embedding':true | tie_word_embedding: true: unknown key; did you mean tie_word_embeddings?
                    """)
    void wrongInput(String from, String to, String message) {
        String json = LLAMA.replace(from, to.equals("''") ? "" : to);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Configs.read(json))
                .withMessageContaining(message);
    }

    /** Their classes have a number of key and value heads of their own, which is not the number of heads: 4, 8, 4 and 8 (transformers' configuration of each). */
    @ParameterizedTest
    @CsvSource({"smollm3", "seed_oss", "ernie4_5", "phimoe"})
    void keyAndValueHeadsAreNotGuessed(String family) {
        String json = LLAMA.replace("'llama'", "'" + family + "'").replaceFirst("'num_key_value_heads':2,", "");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Configs.read(json))
                .withMessageContaining("num_key_value_heads: missing");
    }

    /** What a class of transformers fills in by itself, or releases of it take in different ways, is asked for. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    electra     | 'max_position_embeddings':9,'type_vocab_size':2 | embedding_size: missing
                    bitnet      | 'x':1 | num_key_value_heads: missing
                    afmoe       | 'num_key_value_heads':2,'attention_bias':true,'num_shared_experts':1,'moe_intermediate_size':20,'num_experts':4,'num_experts_per_tok':2,'num_dense_layers':1 | attention_bias: true: expected false
                    deepseek_v3 | 'kv_lora_rank':16,'qk_nope_head_dim':8,'qk_rope_head_dim':4,'v_head_dim':8 | q_lora_rank: missing; expected a rank, or null
                    deepseek_v3 | 'q_lora_rank':null,'kv_lora_rank':16,'qk_nope_head_dim':8,'qk_rope_head_dim':4,'v_head_dim':8 | n_routed_experts: missing
                    vit         | 'image_size':[32,48] | image_size: a list: expected one value throughout, found [32, 48]
                    wav2vec2    | 'conv_dim':[8,8],'conv_kernel':[3] | conv_kernel: a list: expected the width of each of the 2 convolutions
                    wav2vec2    | 'conv_dim':[8,8],'conv_kernel':[3,3],'num_conv_pos_embedding_groups':6,'add_adapter':true | add_adapter: true: expected false
                    """)
    void nothingIsGuessed(String family, String keys, String message) {
        String json = LLAMA.replace("'llama'", "'" + family + "'").replace("'num_key_value_heads':2", keys);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Configs.read(json))
                .withMessageContaining(message);
    }

    @org.junit.jupiter.api.Test
    void untiedBartsAreRefused() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(
                        () -> Configs.read(
                                "{'model_type':'bart','d_model':48,'vocab_size':100,'max_position_embeddings':9,'tie_word_embeddings':false,"
                                        + "'encoder_layers':2,'encoder_attention_heads':6,'encoder_ffn_dim':80,'decoder_layers':2,'decoder_attention_heads':6,'decoder_ffn_dim':80}"))
                .withMessageContaining("tie_word_embeddings: false: expected true: releases of transformers disagree");
    }

    @org.junit.jupiter.api.Test
    void everyProblemAtOnce() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Configs.read("{'model_type':'llama','num_hidden_layers':'x','vocab_size':-3}"))
                .satisfies(e -> org.assertj.core.api.Assertions.assertThat(e.problems())
                        .extracting(problem -> problem.place().key())
                        .contains(
                                "hidden_size",
                                "num_hidden_layers",
                                "num_attention_heads",
                                "vocab_size",
                                "intermediate_size"));
    }

    /** Each looks like a native file, but a key tells that it is of another family. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {'dim':2048,'n_layers':24,'n_heads':32,'vocab_size':50295,'multiple_of':1,'hidden_act':'gelu_new','intermediate_size':8192} | hidden_act: "gelu_new": no key of Meta's params.json, like 1 more
                    {'hidden_size':48,'type_vocab_size':2,'vocab_size':9,'embedding_size':24} | embedding_size: 24: no key of BERT
                    {'dim':64,'n_layers':2,'n_heads':2,'vocab_size':9,'kv_lora_rank':4,'moe_inter_dim':8,'index_n_heads':4} | index_n_heads: 4: no key of DeepSeek
                    {'dim':3584,'n_layers':28,'n_heads':28,'n_kv_heads':4,'vocab_size':152064,'multiple_of':256,'norm_eps':1e-6} | vocab_size: 152064: the table of Qwen
                    {'some':'thing'} | no model_type
                    [] | expected a JSON object
                    """)
    void aNativeFileHasOnlyItsFamilysKeys(String json, String message) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Configs.read(json))
                .withMessageContaining(message);
    }
}
