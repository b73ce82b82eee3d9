package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.decoder.Hybrids;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.decoder.Mixtures;
import dev.trainwright.workload.hf.decoder.NormVariants;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.vision.QwenVisions;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A vision tower, a projector and a language model. */
public final class Multimodals {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry("mistral3", fields -> mistral3(fields, "mistral")),
            Map.entry("lighton_ocr", Multimodals::lightOn),
            Map.entry("ministral3", Multimodals::ministral3),
            Map.entry("maira2", Multimodals::maira2),
            Map.entry("gemma3", Multimodals::gemma3),
            Map.entry("paligemma", Multimodals::paliGemma),
            Map.entry("lfm2_vl", Multimodals::lfm2Vision),
            Map.entry("lfm2-vl", Multimodals::lfm2Vision),
            Map.entry("phi3_v", Multimodals::phi3Vision),
            Map.entry("qwen2_vl", fields -> qwen(fields, QwenVisions::second, Multimodals::qwen2)),
            Map.entry("exaone4_5", fields -> qwen(fields, QwenVisions::exaone, NormVariants::exaone4)),
            Map.entry("qwen2_5_vl", fields -> qwen(fields, QwenVisions::secondAndAHalf, Multimodals::qwen2)),
            Map.entry("qwen3_vl", fields -> qwen(fields, QwenVisions::third, Llamas::qwen3)),
            Map.entry(
                    "qwen3_vl_moe",
                    fields ->
                            qwen(fields, QwenVisions::third, text -> Mixtures.qwen3Moe(text, Defaults.QWEN_3_VL_MOE))),
            Map.entry("qwen3_5", fields -> qwen(fields, QwenVisions::thirdAndAHalf, Hybrids::qwen35)),
            Map.entry("qwen3_5_moe", fields -> qwen(fields, QwenVisions::thirdAndAHalf, Hybrids::qwen35Experts)));

    private Multimodals() {}

    static Transformer compose(Transformer text, Stack tower, List<ParameterGroup> others, Fields fields) {
        return compose(text, List.of(tower), others, fields);
    }

    static Transformer compose(Transformer text, List<Stack> towers, List<ParameterGroup> others, Fields fields) {
        fields.note("FLOPs of a token leave towers and projectors out");
        List<Stack> stacks = new ArrayList<>(towers);
        stacks.addAll(text.stacks());
        return new Transformer("", "", stacks, text.head(), others, text.apart(), fields.notes());
    }

    /** The language model of {@code text_config}. */
    static Transformer text(Fields fields, String absentFamily) {
        Fields text = fields.object("text_config");
        return text.model(absentFamily);
    }

    /** Files that put a text_config and a vision_config under this name are the multimodal whole. */
    private static Transformer ministral3(Fields fields) {
        return fields.has("text_config") && fields.has("vision_config")
                ? mistral3(fields, "mistral")
                : Llamas.ministral3(fields);
    }

    /** A norm, a merger of neighbouring patches, and two linear layers. */
    private static Transformer mistral3(Fields fields, String absentText) {
        Transformer text = text(fields, absentText);
        Stack tower = Visions.read(fields.object("vision_config"), "pixtral");
        long width = tower.hidden();
        long hidden = text.main().hidden();
        long side = fields.sizeOr(2, Size.HEADS, "spatial_merge_size");
        fields.require(side <= 16, "spatial_merge_size", "expected at most 16");
        boolean bias = fields.flag("multimodal_projector_bias", false);
        long inputs = fields.items("vision_feature_layer") * width;
        fields.settle();
        long projector =
                width + side * side * width * width + inputs * hidden + hidden * hidden + (bias ? 2 * hidden : 0);
        return compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    private static Transformer lightOn(Fields fields) {
        saysWhetherTied(fields);
        return mistral3(fields, "qwen3");
    }

    /** Refuses a file that does not say so, neither at its root nor with its text: the defaults of the two differ. */
    static void saysWhetherTied(Fields fields) {
        String key = "tie_word_embeddings";
        fields.require(
                fields.has(key) || fields.object("text_config").has(key),
                key,
                "missing; expected true or false: the class's default and its text's differ");
    }

    private static Transformer maira2(Fields fields) {
        Transformer text = text(fields, "llama");
        Stack tower = Visions.read(fields.object("vision_config"), "dinov2");
        long hidden = text.main().hidden();
        int layers = fields.size(Size.LAYERS, "projector_n_layers");
        fields.settle();
        long projector = Linear.parameters(tower.hidden(), hidden) + (layers - 1) * Linear.parameters(hidden, hidden);
        return compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    private static Transformer gemma3(Fields fields) {
        Transformer text = text(fields, "gemma3_text");
        Stack tower = Visions.read(fields.object("vision_config"), "siglip_vision_model");
        long width = tower.hidden();
        long projector = width * text.main().hidden() + width;
        return compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    private static Transformer paliGemma(Fields fields) {
        Transformer text = text(fields, "gemma");
        Fields vision = fields.object("vision_config");
        Stack tower = Visions.read(vision, "siglip_vision_model");
        int hidden = Math.toIntExact(text.main().hidden());
        for (Fields place : List.of(fields, vision)) {
            place.require(
                    place.sizeOr(hidden, Size.WIDTH, "projection_dim") == hidden,
                    "projection_dim",
                    "expected the text's hidden size, " + hidden);
        }
        fields.settle();
        long projector = Linear.parameters(tower.hidden(), hidden);
        return compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** Neighbouring patches side by side through two linear layers, with or without a norm in front. */
    private static Transformer lfm2Vision(Fields fields) {
        Transformer text = text(fields, "lfm2");
        Stack tower = Visions.read(fields.object("vision_config"), "siglip2_vision_model");
        long side = fields.sizeOr(2, Size.HEADS, "downsample_factor");
        fields.require(side <= 16, "downsample_factor", "expected at most 16");
        long inner = fields.size(Size.WIDTH, "projector_hidden_size");
        boolean bias = fields.flag("projector_bias", true);
        boolean norm = fields.flag("projector_use_layernorm", true);
        fields.settle();
        long wide = side * side * tower.hidden();
        long hidden = text.main().hidden();
        long projector = wide * inner + inner * hidden + (bias ? inner + hidden : 0) + (norm ? 2 * wide : 0);
        return compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** Two by two patches side by side through two linear layers, and two learned separators. */
    private static Transformer phi3Vision(Fields fields) {
        Fields images = fields.object("embd_layer");
        images.require(images.text("projection_cls", "mlp").equals("mlp"), "projection_cls", "expected mlp");
        images.require(images.flag("use_hd_transform", true), "use_hd_transform", "expected true");
        images.require(images.flag("with_learnable_separator", true), "with_learnable_separator", "expected true");
        Transformer text = Llamas.phi3(fields).build();
        Stack tower = Visions.clipLarge(336);
        long wide = 4 * tower.hidden();
        long hidden = text.main().hidden();
        List<ParameterGroup> others = List.of(
                new ParameterGroup("projector", Linear.parameters(wide, hidden) + Linear.parameters(hidden, hidden)),
                new ParameterGroup("separators", 2 * wide));
        fields.note("the vision tower is CLIP ViT-L/14 at 336 pixels, which the family's code fixes");
        return compose(text, tower, others, fields);
    }

    private static Decoder qwen2(Fields fields) {
        return Llamas.qwen2(fields, Defaults.QWEN_2_VL);
    }

    /** The language model stands in text_config, or, in older files, at the root. */
    private static Transformer qwen(
            Fields fields, Function<Fields, QwenVisions.Vision> vision, Function<Fields, Decoder> language) {
        Transformer text = language.apply(fields.has("text_config") ? fields.object("text_config") : fields)
                .build();
        QwenVisions.Vision read = vision.apply(fields.object("vision_config"));
        long out = read.outputs();
        fields.require(
                out == text.main().hidden(),
                "vision_config",
                "its output of " + out + " is not the text's hidden size, "
                        + text.main().hidden());
        fields.settle();
        return compose(text, read.tower(), List.of(read.projector()), fields);
    }
}
