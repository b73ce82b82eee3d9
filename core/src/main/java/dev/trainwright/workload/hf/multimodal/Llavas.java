package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** LLaVA and its children: a vision tower, two linear layers, a language model. */
public final class Llavas {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "llava", fields -> llava(fields, false),
            "llava_llama", OriginalLlava::read,
            "llava_next", fields -> llava(fields, true),
            "llava_next_video", fields -> llava(fields, true),
            "llava_onevision", Llavas::oneVision,
            "deepseek_vl", Llavas::deepSeek,
            "video_llama_3", Llavas::videoLlama3,
            "vipllava", Llavas::viP,
            "video_llava", Llavas::video);

    private Llavas() {}

    /** With a vector that ends a row of patches, or without. */
    private static Transformer llava(Fields fields, boolean newline) {
        return fields.has("mm_vision_tower")
                ? OriginalLlava.read(fields)
                : projected(fields, Multimodals.text(fields, "llama"), "clip_vision_model", 1, newline);
    }

    private static Transformer oneVision(Fields fields) {
        return projected(fields, Multimodals.text(fields, "qwen2"), "siglip_vision_model", 1, true);
    }

    /** DeepSeek-VL (arXiv 2403.05525) with one tower. */
    private static Transformer deepSeek(Fields fields) {
        Multimodals.saysWhetherTied(fields);
        return projected(fields, Multimodals.text(fields, "llama"), "siglip_vision_model", 1, false);
    }

    /** VideoLLaMA 3 (arXiv 2501.13106): SigLIP with rotary positions. */
    private static Transformer videoLlama3(Fields fields) {
        Transformer text = Multimodals.text(fields, "qwen2");
        Stack tower = Visions.siglipRotary(fields.object("vision_config")).build();
        long hidden = text.main().hidden();
        long projector = Linear.parameters(tower.hidden(), hidden) + Linear.parameters(hidden, hidden);
        return Multimodals.compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** A tower for images and one for videos of the same shape at most. */
    private static Transformer video(Fields fields) {
        return projected(fields, Multimodals.text(fields, "llama"), "clip_vision_model", 2, false);
    }

    private static Transformer projected(
            Fields fields, Transformer text, String absentTower, int towers, boolean newline) {
        List<Stack> stacks = new ArrayList<>();
        for (int i = 0; i < towers; i++) {
            stacks.add(Visions.read(fields.object("vision_config"), absentTower));
        }
        long hidden = text.main().hidden();
        boolean bias = fields.flag("multimodal_projector_bias", true);
        long inputs = fields.items("vision_feature_layer") * stacks.get(0).hidden();
        fields.settle();
        List<ParameterGroup> others = new ArrayList<>();
        others.add(new ParameterGroup("projector", inputs * hidden + hidden * hidden + (bias ? 2 * hidden : 0)));
        if (newline) {
            others.add(new ParameterGroup("image newline", hidden));
        }
        return Multimodals.compose(text, stacks, others, fields);
    }

    /** Several layers of the tower side by side behind a norm. */
    private static Transformer viP(Fields fields) {
        Transformer text = Multimodals.text(fields, "llama");
        Stack tower = Visions.read(fields.object("vision_config"), "clip_vision_model");
        long hidden = text.main().hidden();
        List<Integer> listed = fields.numbers("vision_feature_layers");
        long inputs = (listed == null ? 5 : listed.size()) * tower.hidden();
        fields.settle();
        long projector = 2 * inputs + Linear.parameters(inputs, hidden) + Linear.parameters(hidden, hidden);
        return Multimodals.compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }
}
