package dev.trainwright.train.nn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The {@code config.json} of a transformer that came from no file, by which other tools know it. */
public final class ConfigOf {
    private static final Map<String, String> CLASSES = Map.of(
            "bert", "BertForMaskedLM",
            "gpt2", "GPT2LMHeadModel",
            "qwen2", "Qwen2ForCausalLM",
            "llama", "LlamaForCausalLM",
            "mixtral", "MixtralForCausalLM");

    private ConfigOf() {}

    /** The family whose classes compute what {@code network} does, an encoder or a decoder. */
    public static String family(Network network) {
        return network instanceof TransformerSpec spec ? family(spec) : "bert";
    }

    private static String family(TransformerSpec spec) {
        if (spec.positions() > 0) {
            return "gpt2";
        }
        if (spec.experts() > 0) {
            return "mixtral";
        }
        return spec.attentionBias() == AttentionBias.INPUTS ? "qwen2" : "llama";
    }

    /**
     * The keys of that family.
     *
     * @param sequence the longest sequence that was trained
     * @throws UnsupportedOperationException where no family computes what {@code network} does
     */
    public static Map<String, Object> of(Network network, int sequence) {
        return network instanceof EncoderSpec encoder ? of(encoder) : of((TransformerSpec) network, sequence);
    }

    private static Map<String, Object> of(EncoderSpec encoder) {
        TransformerSpec body = encoder.body();
        Map<String, Object> config = common("bert", body);
        config.put("hidden_size", body.hidden());
        config.put("num_hidden_layers", body.layers());
        config.put("num_attention_heads", body.heads());
        config.put("intermediate_size", body.intermediate());
        config.put("max_position_embeddings", body.positions());
        config.put("type_vocab_size", encoder.types());
        config.put("hidden_act", body.numerics().activation().configName());
        config.put("layer_norm_eps", body.numerics().epsilon());
        return config;
    }

    private static Map<String, Object> common(String family, TransformerSpec spec) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("model_type", family);
        config.put("architectures", List.of(CLASSES.get(family)));
        config.put("vocab_size", spec.vocab());
        config.put("tie_word_embeddings", spec.tied());
        config.put("torch_dtype", "float32");
        return config;
    }

    private static Map<String, Object> of(TransformerSpec spec, int sequence) {
        String family = family(spec);
        boolean gpt2 = family.equals("gpt2");
        boolean asLlama = spec.gated() && spec.rms();
        boolean asGpt2 = !spec.gated()
                && !spec.rms()
                && spec.attentionBias() == AttentionBias.ALL
                && spec.feedForwardBias()
                && spec.heads() == spec.kvHeads()
                && spec.queryWidth() == spec.hidden();
        if (!(gpt2 ? asGpt2 : asLlama)) {
            throw new UnsupportedOperationException(
                    "this model cannot be written in Hugging Face's layout: GPT-2's class has a position table, layer norms and biases, Llama's and Mixtral's have rotary positions, RMS norms and a gate");
        }
        Map<String, Object> config = common(family, spec);
        if (gpt2) {
            config.put("n_embd", spec.hidden());
            config.put("n_layer", spec.layers());
            config.put("n_head", spec.heads());
            config.put("n_inner", spec.intermediate());
            config.put("n_positions", spec.positions());
            config.put("activation_function", spec.numerics().activation().configName());
            config.put("layer_norm_epsilon", spec.numerics().epsilon());
        } else {
            config.put("hidden_size", spec.hidden());
            config.put("num_hidden_layers", spec.layers());
            config.put("num_attention_heads", spec.heads());
            config.put("num_key_value_heads", spec.kvHeads());
            config.put("head_dim", spec.headSize());
            config.put("intermediate_size", spec.intermediate());
            config.put("max_position_embeddings", sequence);
            config.put("attention_bias", spec.attentionBias() == AttentionBias.ALL);
            config.put("mlp_bias", spec.feedForwardBias());
            config.put("hidden_act", spec.numerics().activation().configName());
            config.put("rms_norm_eps", spec.numerics().epsilon());
            config.put("rope_theta", spec.numerics().rotary().base());
            if (spec.experts() > 0) {
                config.put("num_local_experts", spec.experts());
                config.put("num_experts_per_tok", spec.topK());
                config.put("sliding_window", null);
            }
        }
        return config;
    }
}
