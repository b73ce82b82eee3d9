package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.decoder.DeepSeeks;
import dev.trainwright.workload.hf.decoder.NormVariants;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** GLM-4.1V to 4.6V (arXiv 2507.01006): a tower without biases, a convolution that folds four patches into one, and a gated merger. */
public final class GlmVisions {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "glm4v", fields -> whole(fields, NormVariants::glm4Vision),
            "glm46v", GlmVisions::either,
            "glm4v_moe", fields -> whole(fields, DeepSeeks::glm4Moe));

    private GlmVisions() {}

    /** With the dense text or with the routed one, as text_config says. */
    private static Transformer either(Fields fields) {
        String kind = fields.object("text_config").text("model_type", "glm4v_text");
        fields.require(
                List.of("glm4v_text", "glm4v_moe_text").contains(kind),
                "text_config",
                "expected glm4v_text or glm4v_moe_text");
        return whole(fields, kind.equals("glm4v_moe_text") ? DeepSeeks::glm4Moe : NormVariants::glm4Vision);
    }

    private static Transformer whole(Fields fields, Function<Fields, Transformer> language) {
        Transformer text = language.apply(fields.object("text_config"));
        Fields vision = fields.object("vision_config");
        int out = vision.shape(4096, Size.HIDDEN, "out_hidden_size");
        Stack tower = tower(vision, out);
        long inner = vision.shape(13_696, Size.WIDTH, "intermediate_size");
        long side = vision.sizeOr(2, Size.HEADS, "spatial_merge_size");
        fields.require(side <= 16, "vision_config", "expected a spatial_merge_size of at most 16");
        fields.require(
                out == text.main().hidden(),
                "vision_config",
                "expected an out_hidden_size of " + text.main().hidden());
        fields.settle();
        long o = out;
        List<ParameterGroup> others = List.of(
                new ParameterGroup("folding convolution", side * side * tower.hidden() * o + o),
                new ParameterGroup("vision merger", o * o + 2 * o + 3 * o * inner));
        return Multimodals.compose(text, tower, others, fields);
    }

    private static Stack tower(Fields fields, int out) {
        Tower tower = new Tower(
                fields,
                fields.shape(1536, Size.HIDDEN, "hidden_size"),
                fields.shape(24, Size.LAYERS, "depth"),
                fields.shape(12, Size.HEADS, "num_heads"),
                out);
        long hidden = tower.hidden;
        long frames = fields.sizeOr(2, Size.HEADS, "temporal_patch_size");
        boolean bias = fields.flag("attention_bias", false);
        return tower.norm(Norm.SCALE, true)
                .gated()
                .attentionBiases(bias, bias, false)
                .feedForwardBias(false)
                .input("patch projection", frames * Visions.patchWeights(fields, 14, hidden, "in_channels") + hidden)
                .input("position table", Visions.patches(fields, 336, 14) * hidden)
                .input("first norm", hidden)
                .build();
    }
}
