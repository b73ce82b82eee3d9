package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.Head;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.encoder.TextEncoders;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Models that hold a text and an image tower against each other: CLIP with its children and SigLIP, and their text towers on their own. */
public final class Pairs {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "clip", fields -> clip(fields, 77, 224, 32),
            "owlvit", fields -> clip(fields, 16, 768, 32),
            "owlv2", fields -> clip(fields, 16, 768, 16),
            "chinese_clip", Pairs::chinese,
            "siglip", fields -> siglip(fields, "siglip_vision_model"),
            "siglip2", fields -> siglip(fields, "siglip2_vision_model"),
            "clip_text_model", fields -> alone(fields, clipText(fields, 77)),
            "siglip_text_model", fields -> alone(fields, siglipText(fields)));

    private Pairs() {}

    /** Both towers, a projection without bias from each, and the scale of their product. */
    private static Transformer clip(Fields fields, int positions, int image, int patch) {
        Stack words = clipText(fields.object("text_config"), positions);
        Stack tower = Visions.clip(fields.object("vision_config"), image, patch).build();
        return held(fields, words, tower);
    }

    /** Chinese CLIP (arXiv 2211.01335): BERT in the text tower's place. */
    private static Transformer chinese(Fields fields) {
        Stack words = TextEncoders.bert(fields.object("text_config"), true).build();
        return held(
                fields, words, Visions.clip(fields.object("vision_config"), 32).build());
    }

    private static Transformer held(Fields fields, Stack words, Stack tower) {
        long projection = fields.sizeOr(512, Size.WIDTH, "projection_dim");
        fields.settle();
        List<ParameterGroup> others = List.of(
                new ParameterGroup("projections", (tower.hidden() + words.hidden()) * projection),
                new ParameterGroup("logit scale", 1));
        Head head = new Head(projection, 0, true, false);
        return Multimodals.compose(
                new Transformer("", "", List.of(words), head, List.of(), List.of(), List.of()), tower, others, fields);
    }

    /** Both towers, each with what pools it, and the scale and bias of their product. */
    private static Transformer siglip(Fields fields, String kind) {
        Fields text = fields.object("text_config");
        Stack words = siglipText(text);
        Stack tower = Visions.read(fields.object("vision_config"), kind);
        fields.settle();
        Head head = new Head(tower.hidden(), 0, true, false);
        return Multimodals.compose(
                new Transformer("", "", List.of(words), head, List.of(), List.of(), List.of()),
                tower,
                List.of(new ParameterGroup("logit scale and bias", 2)),
                fields);
    }

    private static Stack clipText(Fields fields, int positions) {
        return words(fields, new Defaults(512, 12, 8, 0, 0, 2048, 49_408), positions)
                .causal()
                .build();
    }

    private static Stack siglipText(Fields fields) {
        Tower tower = words(fields, new Defaults(768, 12, 12, 0, 0, 3072, 32_000), 64);
        long width = fields.sizeOr(tower.hidden, Size.HIDDEN, "projection_size");
        return tower.input("head", Linear.parameters(tower.hidden, width)).build();
    }

    private static Tower words(Fields fields, Defaults defaults, int positions) {
        Tower tower = Tower.of(fields, defaults).role("encoder");
        long hidden = tower.hidden;
        return tower.input("token table", fields.shape(defaults.vocab(), Size.ROWS, "vocab_size") * hidden)
                .input("position table", fields.sizeOr(positions, Size.ROWS, "max_position_embeddings") * hidden);
    }

    private static Transformer alone(Fields fields, Stack stack) {
        return Tower.alone(fields, List.of(stack));
    }
}
