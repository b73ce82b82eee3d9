package dev.trainwright.workload.hf.vision;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Counted;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Networks that halve the image's resolution from stage to stage, counted as bare models. */
public final class ImageStages {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "swin", fields -> swin(fields, false),
            "swinv2", fields -> swin(fields, true),
            "convnext", fields -> convNext(fields, false),
            "convnextv2", fields -> convNext(fields, true),
            "segformer", ImageStages::segFormer,
            "resnet", ImageStages::resNet);

    private ImageStages() {}

    /** Swin (arXiv 2103.14030): tables of relative positions within a window; the second version (arXiv 2111.09883) makes them by a small network. */
    private static Transformer swin(Fields fields, boolean second) {
        List<Integer> depths = fields.sizes(Size.LAYERS, "depths");
        List<Integer> heads = fields.sizes(Size.HEADS, "num_heads");
        same(fields, depths, heads, "num_heads");
        long width = fields.size(Size.HEAD_SIZE, "embed_dim");
        long window = fields.size(Size.HEADS, "window_size");
        double ratio = fields.factor("mlp_ratio", 4);
        boolean bias = fields.flag("qkv_bias", true);
        long patches = Visions.patches(fields, 224, 4);
        boolean table = fields.flag("use_absolute_embeddings", false);
        fields.require(depths.size() <= 8, "depths", "expected at most 8 stages");
        fields.settle();
        Counted model = new Counted(fields, width << (depths.size() - 1));
        model.part("patch projection and norm", Visions.patchWeights(fields, 4, width, "num_channels") + 3 * width)
                .part("position table", table ? (patches + (second ? 1 : 0)) * width : 0);
        for (int i = 0; i < depths.size(); i++) {
            long d = width << i;
            long inner = (long) (d * ratio);
            long queries = 4 * d * d + d + (bias ? (second ? 2 : 3) * d : 0);
            long positions = second
                    ? 3 * 512 + 512L * heads.get(i) + heads.get(i)
                    : (2 * window - 1) * (2 * window - 1) * heads.get(i);
            long block = queries + positions + 4 * d + Linear.parameters(d, inner) + Linear.parameters(inner, d);
            model.parts("stage " + (i + 1), depths.get(i), block);
            if (i + 1 < depths.size()) {
                model.part("merging behind stage " + (i + 1), 8 * d * d + (second ? 4 : 8) * d);
            }
        }
        return model.part("last norm", 2 * (width << (depths.size() - 1))).build();
    }

    /** ConvNeXt (arXiv 2201.03545): depthwise convolutions of 7 x 7; the second version (arXiv 2301.00808) normalises responses and has no layer scales. */
    private static Transformer convNext(Fields fields, boolean second) {
        List<Integer> depths = fields.sizes(Size.LAYERS, "depths");
        List<Integer> widths = fields.sizes(Size.HEAD_SIZE, "hidden_sizes");
        same(fields, depths, widths, "hidden_sizes");
        boolean scaled = !second && fields.positive("layer_scale_init_value", true);
        fields.settle();
        long before = widths.get(0);
        Counted model = new Counted(fields, widths.get(widths.size() - 1));
        model.part("patch projection and norm", Visions.patchWeights(fields, 4, before, "num_channels") + 3 * before);
        for (int i = 0; i < depths.size(); i++) {
            long d = widths.get(i);
            if (i > 0) {
                model.part("halving before stage " + (i + 1), 2 * before + 4 * before * d + d);
            }
            long block = 49 * d + d + 2 * d + Linear.parameters(d, 4 * d) + Linear.parameters(4 * d, d);
            model.parts("stage " + (i + 1), depths.get(i), block + (second ? 8 * d : scaled ? d : 0));
            before = d;
        }
        return model.part("last norm", 2 * before).build();
    }

    /** SegFormer's encoder (arXiv 2105.15203): keys and values from a shrunk image, a depthwise convolution within the feed-forward part. */
    private static Transformer segFormer(Fields fields) {
        List<Integer> depths = fields.sizes(Size.LAYERS, "depths");
        List<Integer> widths = fields.sizes(Size.HEAD_SIZE, "hidden_sizes");
        List<Integer> kernels = fields.sizes(Size.HEADS, "patch_sizes");
        List<Integer> shrinks = fields.sizes(Size.HEADS, "sr_ratios");
        List<Integer> ratios = fields.sizes(Size.HEADS, "mlp_ratios");
        same(fields, depths, widths, "hidden_sizes");
        same(fields, depths, kernels, "patch_sizes");
        same(fields, depths, shrinks, "sr_ratios");
        same(fields, depths, ratios, "mlp_ratios");
        long before = fields.sizeOr(3, Size.HEADS, "num_channels");
        fields.settle();
        Counted model = new Counted(fields, widths.get(widths.size() - 1));
        for (int i = 0; i < depths.size(); i++) {
            long d = widths.get(i);
            long kernel = kernels.get(i);
            long shrink = shrinks.get(i);
            long inner = d * ratios.get(i);
            long reduction = shrink > 1 ? d * d * shrink * shrink + 3 * d : 0;
            long block = 4 * Linear.parameters(d, d)
                    + reduction
                    + 4 * d
                    + Linear.parameters(d, inner)
                    + 10 * inner
                    + Linear.parameters(inner, d);
            model.part("patches of stage " + (i + 1), kernel * kernel * before * d + 3 * d)
                    .parts("stage " + (i + 1), depths.get(i), block)
                    .part("norm behind stage " + (i + 1), 2 * d);
            before = d;
        }
        return model.build();
    }

    /** ResNet (arXiv 1512.03385) with scale and shift of each batch norm. */
    private static Transformer resNet(Fields fields) {
        List<Integer> depths = fields.sizes(Size.LAYERS, "depths");
        List<Integer> widths = fields.sizes(Size.HEAD_SIZE, "hidden_sizes");
        same(fields, depths, widths, "hidden_sizes");
        String kind = fields.text("layer_type", "bottleneck");
        fields.require(List.of("bottleneck", "basic").contains(kind), "layer_type", "expected bottleneck or basic");
        boolean halves = fields.flag("downsample_in_first_stage", false);
        long before = fields.size(Size.HEAD_SIZE, "embedding_size");
        long channels = fields.sizeOr(3, Size.HEADS, "num_channels");
        fields.settle();
        Counted model = new Counted(fields, widths.get(widths.size() - 1));
        model.part("first convolution", 49 * channels * before + 2 * before);
        for (int i = 0; i < depths.size(); i++) {
            long d = widths.get(i);
            boolean shortcut = before != d || i > 0 || halves;
            long first = block(kind, before, d) + (shortcut ? before * d + 2 * d : 0);
            model.part("stage " + (i + 1), first + (depths.get(i) - 1) * block(kind, d, d));
            before = d;
        }
        return model.build();
    }

    private static long block(String kind, long inputs, long outputs) {
        if (kind.equals("basic")) {
            return 9 * inputs * outputs + 9 * outputs * outputs + 4 * outputs;
        }
        long narrow = outputs / 4;
        return inputs * narrow + 9 * narrow * narrow + narrow * outputs + 4 * narrow + 2 * outputs;
    }

    private static void same(Fields fields, List<Integer> depths, List<Integer> others, String key) {
        for (String count : List.of("num_stages", "num_layers", "num_encoder_blocks")) {
            fields.require(
                    fields.sizeOr(depths.size(), Size.LAYERS, count) == depths.size(),
                    count,
                    "expected one for each depth");
        }
        fields.require(
                others.size() == depths.size(), key, "expected one for each of the " + depths.size() + " stages");
    }
}
