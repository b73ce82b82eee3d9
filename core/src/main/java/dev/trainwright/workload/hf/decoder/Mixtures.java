package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Windows;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Mixtral and Qwen's mixtures of experts. */
public final class Mixtures {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "mixtral", Mixtures::mixtral,
            "qwen2_moe", Mixtures::qwen2Moe,
            "qwen3_moe", fields -> qwen3Moe(fields, Defaults.QWEN_3_MOE).build());

    private Mixtures() {}

    private static Transformer mixtral(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.MIXTRAL);
        Experts experts = new Experts(fields, "num_local_experts", "num_experts_per_tok", decoder.intermediate);
        return decoder.feedForward(layer -> experts.routed(decoder.hidden))
                .window(Windows.everywhere(fields, "sliding_window"))
                .tied(false)
                .build();
    }

    /** Shared experts behind a gate of their own; intermediate_size holds for dense layers only. */
    private static Transformer qwen2Moe(Fields fields) {
        Decoder decoder = Llamas.qwen2(fields, Defaults.QWEN_2_MOE);
        Experts experts = new Experts(
                        fields, "num_experts", "num_experts_per_tok", fields.size(Size.WIDTH, "moe_intermediate_size"))
                .shared(fields.size(Size.WIDTH, "shared_expert_intermediate_size"))
                .sharedGate();
        return sparse(decoder, experts).build();
    }

    public static Decoder qwen3Moe(Fields fields, Defaults defaults) {
        int inner = fields.size(Size.WIDTH, "moe_intermediate_size");
        String experts = fields.has("num_local_experts") ? "num_local_experts" : "num_experts";
        return sparse(Llamas.qwen3(fields, defaults), new Experts(fields, experts, "num_experts_per_tok", inner));
    }

    /** Routed layers are those that decoder_sparse_step hits, without those that mlp_only_layers lists. */
    static Decoder sparse(Decoder decoder, Experts experts) {
        int step = decoder.fields.sizeOr(1, Size.LAYERS, "decoder_sparse_step");
        List<Integer> listed = decoder.fields.numbers("mlp_only_layers");
        List<Integer> denseLayers = listed == null ? List.of() : listed;
        return decoder.feedForward(layer -> !denseLayers.contains(layer) && (layer + 1) % step == 0
                ? experts.routed(decoder.hidden)
                : decoder.dense(decoder.intermediate));
    }
}
