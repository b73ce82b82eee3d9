package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Gemma and Cohere's Command: tied unless told otherwise, often with local and global layers in turn. */
public final class Gemmas {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "gemma", fields -> gemma(fields, Defaults.GEMMA_1).build(),
            "gemma2", Gemmas::gemma2,
            "vaultgemma", Gemmas::vault,
            "gemma3_text", Gemmas::gemma3,
            "cohere", Gemmas::cohere,
            "cohere2", Gemmas::cohere2,
            "cohere2_moe", Gemmas::cohere2Experts);

    private Gemmas() {}

    private static Decoder gemma(Fields fields, Defaults defaults) {
        return Llamas.llama(fields, defaults).feedForward(true, false).tied(true);
    }

    /** Norms before and after both halves; every second layer is global. */
    private static Transformer gemma2(Fields fields) {
        Decoder decoder = gemma(fields, Defaults.GEMMA_2).norms(4, Norm.SCALE);
        return decoder.window(Windows.byLayer(fields, decoder.layers, 4096, 2)).build();
    }

    /** Gemma 2 with two norms a layer; VaultGemma 1B. */
    private static Transformer vault(Fields fields) {
        Decoder decoder = gemma(fields, Defaults.GEMMA_2);
        return decoder.window(Windows.byLayer(fields, decoder.layers, 4096, 2)).build();
    }

    /** As Gemma 2, with norms on query and key heads; every sixth layer is global unless told otherwise. */
    static Transformer gemma3(Fields fields) {
        Decoder decoder = gemma(fields, Defaults.GEMMA_3).norms(4, Norm.SCALE);
        int period = fields.sizeOr(6, Size.LAYERS, "sliding_window_pattern", "_sliding_window_pattern");
        return decoder.attentionNorms(2L * decoder.headSize)
                .window(Windows.byLayer(fields, decoder.layers, 4096, period))
                .build();
    }

    /** Attention and feed-forward part side by side behind one LayerNorm without bias. */
    private static Decoder command(Fields fields, Defaults defaults) {
        return gemma(fields, defaults).norms(1, Norm.SCALE);
    }

    private static Transformer cohere(Fields fields) {
        Decoder decoder = command(fields, Defaults.COHERE);
        long headNorms = (long) (decoder.heads + decoder.kvHeads) * decoder.headSize;
        return decoder.attentionNorms(fields.flag("use_qk_norm", false) ? headNorms : 0)
                .build();
    }

    /** Cohere 2 with experts, behind dense layers where there are some. */
    private static Transformer cohere2Experts(Fields fields) {
        Decoder decoder = command(fields, new Defaults(0, 0, 0, 0, 128, 0, 0));
        int dense = fields.sizeOr(decoder.intermediate, Size.WIDTH, "prefix_dense_intermediate_size");
        int first = fields.sizeOr(0, Size.COUNT, "first_k_dense_replace");
        int shared = fields.sizeOr(0, Size.COUNT, "num_shared_experts");
        fields.require(shared <= 64, "num_shared_experts", "expected a whole number of experts up to 64");
        Experts experts = new Experts(fields, "num_experts", "num_experts_per_tok", decoder.intermediate)
                .shared((long) Math.min(64, shared) * decoder.intermediate);
        IntPredicate routed =
                fields.has("mlp_layer_types") ? ComposedMixtures.listed(decoder) : layer -> layer >= first;
        return decoder.feedForward(layer -> routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(dense))
                .window(Windows.byLayer(
                        fields, decoder.layers, 4096, fields.sizeOr(4, Size.LAYERS, "sliding_window_pattern")))
                .build();
    }

    private static Transformer cohere2(Fields fields) {
        Decoder decoder = command(fields, Defaults.COHERE);
        int period = fields.sizeOr(4, Size.LAYERS, "sliding_window_pattern", "_sliding_window_pattern");
        return decoder.window(Windows.byLayer(fields, decoder.layers, 4096, period))
                .build();
    }
}
