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
import java.util.Map;
import java.util.function.Function;

/** Vision-language models whose connector shuffles patches into the channels or asks them with learned queries: InternVL, Idefics, Aya, MiniCPM-V. */
public final class Connectors {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry("internvl", Connectors::internVl),
            Map.entry("internvl_chat", Connectors::internVlChat),
            Map.entry("idefics2", Connectors::idefics2),
            Map.entry("idefics3", fields -> shuffled(fields, "idefics3_vision")),
            Map.entry("smolvlm", fields -> shuffled(fields, "smolvlm_vision")),
            Map.entry("aya_vision", fields -> gated(fields, true)),
            Map.entry("cohere2_vision", fields -> gated(fields, false)),
            Map.entry("minicpmv", Connectors::miniCpm));

    private Connectors() {}

    /** Patches that become one token, {@code side} by {@code side}. */
    private static long square(Fields fields, int absent, String key) {
        long side = fields.sizeOr(absent, Size.HEADS, key);
        fields.require(side <= 16, key, "expected at most 16");
        return side * side;
    }

    private static Transformer internVl(Fields fields) {
        return internVl(fields, Multimodals.text(fields, "qwen2"), "internvl_vision");
    }

    /** In its authors' own format: the text in llm_config. */
    private static Transformer internVlChat(Fields fields) {
        Fields words = fields.object("llm_config");
        fields.settle();
        fields.require(fields.sizeOr(0, Size.COUNT, "use_llm_lora") == 0, "use_llm_lora", "expected 0");
        fields.require(fields.sizeOr(0, Size.COUNT, "use_backbone_lora") == 0, "use_backbone_lora", "expected 0");
        return internVl(fields, words.model("llama"), "intern_vit_6b");
    }

    /** Two by two patches side by side through a norm and two linear layers. */
    private static Transformer internVl(Fields fields, Transformer text, String tower) {
        Stack vision = Visions.read(fields.object("vision_config"), tower);
        fields.require(fields.factor("downsample_ratio", 0.5) == 0.5, "downsample_ratio", "expected 0.5");
        fields.settle();
        long wide = 4 * vision.hidden();
        long hidden = text.main().hidden();
        long projector = 2 * wide + Linear.parameters(wide, hidden) + Linear.parameters(hidden, hidden);
        return Multimodals.compose(text, vision, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** Neighbouring patches side by side through one matrix. */
    private static Transformer shuffled(Fields fields, String tower) {
        Transformer text = Multimodals.text(fields, "llama");
        Stack vision = Visions.read(fields.object("vision_config"), tower);
        long wide = square(fields, 2, "scale_factor") * vision.hidden();
        fields.settle();
        long projector = wide * text.main().hidden();
        return Multimodals.compose(text, vision, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** Neighbouring patches side by side through a gated part, behind a norm in Aya's case. */
    private static Transformer gated(Fields fields, boolean norm) {
        Transformer text = Multimodals.text(fields, "cohere2");
        Stack vision = Visions.read(fields.object("vision_config"), "siglip_vision_model");
        long wide = square(fields, 2, "downsample_factor") * vision.hidden();
        long hidden = text.main().hidden();
        long inner = fields.size(Size.WIDTH, "alignment_intermediate_size");
        fields.require(inner % 2 == 0, "alignment_intermediate_size", "expected an even number");
        fields.settle();
        long projector = (norm ? 2 * wide : 0) + Linear.parameters(wide, inner) + Linear.parameters(inner / 2, hidden);
        return Multimodals.compose(text, vision, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** Idefics 2 (arXiv 2405.02246): a gated projection, and latents that ask the patches in a few layers of their own. */
    private static Transformer idefics2(Fields fields) {
        Transformer text = Multimodals.text(fields, "mistral");
        Stack vision = Visions.read(fields.object("vision_config"), "idefics2_vision");
        Fields perceiver = fields.object("perceiver_config");
        long latents = perceiver.sizeOr(64, Size.ROWS, "resampler_n_latents");
        long depth = perceiver.sizeOr(3, Size.LAYERS, "resampler_depth");
        long size = perceiver.sizeOr(96, Size.HEAD_SIZE, "resampler_head_dim");
        long queries = size * perceiver.sizeOr(16, Size.HEADS, "resampler_n_heads");
        long keys = size * perceiver.sizeOr(4, Size.HEADS, "num_key_value_heads");
        long inner =
                fields.object("text_config").sizeOr(Defaults.MISTRAL.intermediate(), Size.WIDTH, "intermediate_size");
        fields.settle();
        long h = text.main().hidden();
        long layer = 2 * h * queries + 2 * h * keys + 3 * h * 4 * h + 3 * h;
        List<ParameterGroup> others = List.of(
                new ParameterGroup("projector", 2 * vision.hidden() * inner + inner * h),
                new ParameterGroup("resampler", latents * h + depth * layer + h));
        return Multimodals.compose(text, vision, others, fields);
    }

    /** MiniCPM-V 2.5 to 4.5 (arXiv 2408.01800): the text's keys at the root, its family by version; queries attend to the patches once. */
    private static Transformer miniCpm(Fields fields) {
        fields.note("the language model follows from the version, as the family's code has it");
        Transformer text = switch (fields.shown("version")) {
            case "2.5" -> Llamas.llama(fields, Defaults.LLAMA).tied(false).build();
            case "2.6" -> Llamas.qwen2(fields).build();
            case "4.5" -> Llamas.qwen3(fields).build();
            default -> {
                fields.refuse(
                        "version", "expected 2.5, 2.6 or 4.5: which language model others have is not known here");
                fields.settle();
                throw new AssertionError();
            }
        };
        Fields images = fields.object("vision_config");
        fields.require(!fields.flag("drop_vision_last_layer", false), "drop_vision_last_layer", "expected false");
        Stack vision = Visions.siglipWithoutHead(images).build();
        long queries = fields.size(Size.ROWS, "query_num");
        fields.settle();
        long h = text.main().hidden();
        long resampler = queries * h + vision.hidden() * h + 4 * Linear.parameters(h, h) + 6 * h + h * h;
        return Multimodals.compose(text, vision, List.of(new ParameterGroup("resampler", resampler)), fields);
    }
}
