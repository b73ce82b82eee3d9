package dev.trainwright.train.nn;

import dev.trainwright.workload.ModelFiles;
import dev.trainwright.workload.Transformer;

/**
 * What a transformer computes with besides its weights, and what its shape does not tell.
 *
 * @param activation of the feed-forward part
 * @param epsilon added to the variance in norms
 * @param rotary positions, unused where there is a table of them
 */
public record Numerics(Activation activation, double epsilon, Rotary rotary) {
    private static final double THETA = 10_000;
    private static final double MIXTRAL_THETA = 1e6;

    /**
     * Reads {@code model}'s files; what they leave out, and all of a preset, is as its family's classes in transformers have it.
     *
     * @throws UnsupportedOperationException for a family whose computation is not known here
     */
    static Numerics of(Transformer model) {
        ModelFiles files = model.files();
        ConfigFile config = files == null ? ConfigFile.EMPTY : ConfigFile.read(files.config());
        return switch (model.family()) {
            case "decoder" ->
                of(!TransformerSpec.inner(model.main().groups().get(0).layer().feedForward())
                        .gated());
            case "llama", "mistral", "qwen2", "Yi" -> llama(config, THETA, 1e-6);
            case "mixtral" -> llama(config, MIXTRAL_THETA, 1e-5);
            case "gpt2" -> gpt2(config);
            case "bert" -> bert(config);
            default ->
                throw new UnsupportedOperationException(
                        model.name() + " is of the family " + model.family()
                                + ", which can be forecast but not yet trained here; bert, decoder, gpt2, llama, mistral, mixtral, qwen2 and Yi can");
        };
    }

    /** Of a decoder that is given by its dimensions: SwiGLU, or GELU where the feed-forward part is {@code ungated}. */
    public static Numerics of(boolean ungated) {
        return new Numerics(
                ungated ? Activation.GELU_TANH : Activation.SILU, 1e-5, new Rotary(THETA, Rotary.Scaling.NONE));
    }

    private static Numerics llama(ConfigFile config, double theta, double epsilon) {
        return new Numerics(
                config.activation("hidden_act", Activation.SILU),
                config.number("rms_norm_eps", epsilon),
                config.rotary(theta));
    }

    private static Numerics gpt2(ConfigFile config) {
        config.expect("scale_attn_weights", true);
        config.expect("scale_attn_by_inverse_layer_idx", false);
        return new Numerics(
                config.activation("activation_function", Activation.GELU_TANH),
                config.number("layer_norm_epsilon", 1e-5),
                new Rotary(THETA, Rotary.Scaling.NONE));
    }

    private static Numerics bert(ConfigFile config) {
        config.expect("is_decoder", false);
        config.expect("tie_word_embeddings", true);
        return new Numerics(
                config.activation("hidden_act", Activation.GELU),
                config.number("layer_norm_eps", 1e-12),
                new Rotary(THETA, Rotary.Scaling.NONE));
    }
}
