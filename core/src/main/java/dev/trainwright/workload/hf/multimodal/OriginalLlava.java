package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;

/** LLaVA in its authors' own format (arXiv 2304.08485, 2310.03744): Llama's keys at the root, the vision tower by name. */
public final class OriginalLlava {

    private OriginalLlava() {}

    static Transformer read(Fields fields) {
        String name = fields.text("mm_vision_tower", "");
        Stack tower = switch (name) {
            case "openai/clip-vit-large-patch14" -> Visions.clipLarge(224);
            case "openai/clip-vit-large-patch14-336" -> Visions.clipLarge(336);
            default -> null;
        };
        if (tower == null) {
            fields.refuse(
                    "mm_vision_tower",
                    "a vision tower that is not known here; expected openai/clip-vit-large-patch14, openai/clip-vit-large-patch14-336, or transformers' own format with vision_config and text_config");
            fields.settle();
            throw new AssertionError(name);
        }
        Transformer text = Llamas.llama(fields, Defaults.LLAMA).tied(false).build();
        long hidden = text.main().hidden();
        fields.require(
                fields.sizeOr(1024, Size.HIDDEN, "mm_hidden_size") == tower.hidden(),
                "mm_hidden_size",
                "expected the tower's, " + tower.hidden());
        int depth = depth(fields);
        fields.settle();
        long projector = Linear.parameters(tower.hidden(), hidden) + (depth - 1) * Linear.parameters(hidden, hidden);
        fields.note("the vision tower is OpenAI's CLIP ViT-L/14, which the file only names");
        return Multimodals.compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** Linear layers of the projector: {@code linear}, or {@code mlp2x_gelu} with two. */
    private static int depth(Fields fields) {
        String type = fields.text("mm_projector_type", "linear");
        if (type.equals("linear")) {
            return 1;
        }
        if (!type.matches("mlp[1-8]x_gelu")) {
            fields.refuse("mm_projector_type", "expected linear or mlp1x_gelu to mlp8x_gelu");
            return 1;
        }
        return type.charAt(3) - '0';
    }
}
