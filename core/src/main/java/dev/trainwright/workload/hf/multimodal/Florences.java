package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.encoder.Barts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Florence-2 (arXiv 2311.06242): DaViT, which attends within windows and between channels in turn, in front of BART. */
public final class Florences {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of("florence2", Florences::read);

    private Florences() {}

    private static Transformer read(Fields fields) {
        Fields words = fields.object("text_config");
        String kind = words.text("model_type", "bart");
        words.require(
                List.of("bart", "florence2_language").contains(kind),
                "model_type",
                "expected bart or florence2_language");
        Transformer text = Barts.bart(words);
        Fields vision = fields.object("vision_config");
        String widths = vision.has("dim_embed") ? "dim_embed" : "embed_dim";
        List<Integer> dims = listed(vision, widths, List.of(128, 256, 512, 1024));
        long tower = tower(vision, dims);
        long last = dims.get(dims.size() - 1);
        long out = vision.shape(1024, Size.HIDDEN, "projection_dim");
        vision.require(
                out == text.main().hidden(),
                "projection_dim",
                "expected the text's d_model, " + text.main().hidden());
        Fields rows = vision.has("image_pos_embed") ? vision.object("image_pos_embed") : vision;
        long positions = rows.sizeOr(50, Size.HIDDEN, "max_pos_embeddings", "max_position_embeddings");
        fields.settle();
        List<ParameterGroup> others = List.of(
                new ParameterGroup("vision tower", tower),
                new ParameterGroup("projector", last * out + 2 * out),
                new ParameterGroup("rows and columns", positions * last));
        fields.note("the vision tower is counted, its work is not");
        return Multimodals.compose(text, List.of(), others, fields);
    }

    private static long tower(Fields fields, List<Integer> dims) {
        List<Integer> depths = listed(fields, "depths", List.of(1, 1, 9, 1));
        List<Integer> patches = listed(fields, "patch_size", List.of(7, 3, 3, 3));
        List<Boolean> normedFirst =
                fields.has("patch_prenorm") ? fields.flags("patch_prenorm") : List.of(false, true, true, true);
        for (List<?> list : List.of(depths, patches, normedFirst)) {
            fields.require(list.size() == dims.size(), "depths", "expected as many entries in each list of the stages");
        }
        boolean bias = fields.flag("qkv_bias", true);
        int ratio = Math.toIntExact(Math.round(fields.factor("mlp_ratio", 4)));
        fields.require(
                fields.factor("mlp_ratio", 4) == ratio && ratio <= 64, "mlp_ratio", "expected a whole number up to 64");
        long before = fields.sizeOr(3, Size.HEADS, "in_channels");
        fields.settle();
        long total = 0;
        for (int i = 0; i < dims.size(); i++) {
            long c = dims.get(i);
            long patch = patches.get(i);
            total += before * c * patch * patch + c + 2 * (normedFirst.get(i) ? before : c);
            total += 2L * depths.get(i) * half(c, ratio, bias);
            before = c;
        }
        return total;
    }

    /** A block's first half sees a window and its second the channels, with the same parameters: attention, a feed-forward part, and a convolution of each channel in front of either. */
    private static long half(long c, long ratio, boolean bias) {
        long attention = 3 * c * c + (bias ? 3 * c : 0) + Linear.parameters(c, c);
        long feedForward = Linear.parameters(c, ratio * c) + Linear.parameters(ratio * c, c);
        return attention + feedForward + 2 * (9 * c + c) + 4 * c;
    }

    private static List<Integer> listed(Fields fields, String key, List<Integer> absent) {
        return fields.has(key) ? fields.sizes(Size.HIDDEN, key) : absent;
    }
}
