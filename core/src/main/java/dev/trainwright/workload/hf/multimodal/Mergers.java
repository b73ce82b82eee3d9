package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Vision-language models that lay neighbouring patches side by side behind a norm: Kimi, MiniCPM-V 4.6. */
public final class Mergers {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "kimi_vl", Mergers::kimi,
            "kimi_k25", Mergers::kimi,
            "minicpmv4_6", Mergers::miniCpm);

    private Mergers() {}

    /** Kimi-VL (arXiv 2504.07491) and Kimi K2.5: MoonViT, with or without time, and DeepSeek-V3's text. */
    private static Transformer kimi(Fields fields) {
        Transformer text = Multimodals.text(fields, "deepseek_v3");
        Fields vision = fields.object("vision_config");
        Stack tower = moonVit(vision);
        int width = Math.toIntExact(tower.hidden());
        int hidden = Math.toIntExact(text.main().hidden());
        fields.require(
                fields.sizeOr(width, Size.HIDDEN, "projection_hidden_size") == width,
                "projection_hidden_size",
                "expected the tower's hidden size, " + width);
        same(vision, "mm_hidden_size", width);
        same(vision, "text_hidden_size", hidden);
        vision.require(
                vision.text("mm_projector_type", "patchmerger").equals("patchmerger"),
                "mm_projector_type",
                "expected patchmerger");
        long wide = square(vision, "merge_kernel_size") * (long) width;
        fields.settle();
        long projector = 2L * width + Linear.parameters(wide, wide) + Linear.parameters(wide, hidden);
        return Multimodals.compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    private static void same(Fields fields, String key, int expected) {
        fields.require(fields.sizeOr(expected, Size.HIDDEN, key) == expected, key, "expected " + expected);
    }

    /** Its keys begin with vt_ in the authors' own files of K2.5. */
    private static Stack moonVit(Fields fields) {
        String start = fields.has("vt_hidden_size") ? "vt_" : "";
        Tower tower = new Tower(
                fields,
                fields.shape(1152, Size.HIDDEN, start + "hidden_size"),
                fields.shape(27, Size.LAYERS, start + "num_hidden_layers"),
                fields.shape(16, Size.HEADS, start + "num_attention_heads"),
                fields.shape(4304, Size.WIDTH, start + "intermediate_size"));
        String first = fields.has("init_pos_emb_height") ? "init_" : "";
        long positions = (long) fields.sizeOr(64, Size.HIDDEN, first + "pos_emb_height")
                * fields.sizeOr(64, Size.HIDDEN, first + "pos_emb_width");
        fields.require(
                fields.text("pos_emb_type", "divided_fixed").equals("divided_fixed"),
                "pos_emb_type",
                "expected divided_fixed");
        return tower.input(
                        "patch projection",
                        Visions.patchWeights(fields, 14, tower.hidden, "num_channels") + tower.hidden)
                .input("position table", positions * tower.hidden)
                .build();
    }

    /** MiniCPM-V 4.6: within the tower a merger with an attention of its own, behind it one or more that halve each side. */
    private static Transformer miniCpm(Fields fields) {
        Transformer text = Multimodals.text(fields, "qwen3_5_text");
        Fields vision = fields.object("vision_config");
        fields.require(!fields.flag("drop_vision_last_layer", false), "drop_vision_last_layer", "expected false");
        Tower tower = Visions.siglipWithoutHead(vision);
        long w = tower.hidden;
        long window = square(vision, "window_kernel_size");
        long within = 4 * Linear.parameters(w, w)
                + 2 * w
                + 2 * window * w
                + Linear.parameters(window * w, window * tower.intermediate)
                + Linear.parameters(window * tower.intermediate, w);
        long wide = square(fields, "merge_kernel_size") * w;
        long merging = 2 * wide + Linear.parameters(wide, wide);
        int times = fields.sizeOr(1, Size.HEADS, "merger_times");
        fields.settle();
        long mergers = times * merging
                + (times - 1) * Linear.parameters(wide, w)
                + Linear.parameters(wide, text.main().hidden());
        List<ParameterGroup> others =
                List.of(new ParameterGroup("merger within the tower", within), new ParameterGroup("mergers", mergers));
        return Multimodals.compose(text, tower.build(), others, fields);
    }

    /** Patches that become one token; both sides are given. */
    private static long square(Fields fields, String key) {
        List<Integer> sides = fields.has(key) ? fields.sizes(Size.HEADS, key) : List.of(2, 2);
        fields.require(
                sides.size() == 2 && sides.stream().allMatch(side -> side <= 16), key, "expected two sides up to 16");
        return (long) sides.get(0) * sides.get(sides.size() - 1);
    }
}
