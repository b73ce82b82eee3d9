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
            "glm4v",
            fields -> whole(fields, NormVariants::glm4Vision),
            "glm46v",
            GlmVisions::either,
            "glm_ocr",
            GlmVisions::ocr,
            "glm4v_moe",
            fields -> whole(fields, DeepSeeks::glm4Moe));

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
        long side = side(vision);
        fields.require(
                out == text.main().hidden(),
                "vision_config",
                "expected an out_hidden_size of " + text.main().hidden());
        fields.settle();
        return Multimodals.compose(text, tower, merger(side * side * tower.hidden(), out, inner), fields);
    }

    /** GLM-OCR: biases and norms on query and key heads in the tower, no positions, a merger three times as wide as its output. */
    private static Transformer ocr(Fields fields) {
        Transformer text = NormVariants.glmOcr(fields.object("text_config"));
        Fields vision = fields.object("vision_config");
        Tower tower = new Tower(
                vision,
                vision.shape(1024, Size.HIDDEN, "hidden_size"),
                vision.shape(24, Size.LAYERS, "depth"),
                vision.shape(16, Size.HEADS, "num_heads"),
                vision.shape(4096, Size.WIDTH, "intermediate_size"));
        long h = tower.hidden;
        boolean bias = vision.flag("attention_bias", true);
        long frames = vision.sizeOr(2, Size.HEADS, "temporal_patch_size");
        Stack stack = tower.norm(Norm.SCALE, true)
                .gated()
                .biases(bias, bias)
                .extra(2L * (tower.hidden / tower.heads))
                .input("patch projection", frames * Visions.patchWeights(vision, 14, h, "in_channels") + h)
                .build();
        long o = vision.shape(1536, Size.HIDDEN, "out_hidden_size");
        long side = side(vision);
        long inner = o * vision.sizeOr(3, Size.HEADS, "in_channels");
        vision.require(
                o == text.main().hidden(),
                "out_hidden_size",
                "expected the text's hidden size, " + text.main().hidden());
        fields.settle();
        return Multimodals.compose(text, stack, merger(side * side * h, o, inner), fields);
    }

    private static long side(Fields vision) {
        long side = vision.sizeOr(2, Size.HEADS, "spatial_merge_size");
        vision.require(side <= 16, "spatial_merge_size", "expected at most 16");
        return side;
    }

    private static List<ParameterGroup> merger(long folded, long out, long inner) {
        return List.of(
                new ParameterGroup("folding convolution", folded * out + out),
                new ParameterGroup("vision merger", out * out + 2 * out + 3 * out * inner));
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
