package dev.trainwright.workload.hf.vision;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import java.util.List;

/** The towers of Qwen's vision-language models, each with a merger that makes one token of a square of patches. */
public final class QwenVisions {

    /** A tower, what leads from it to the text, and the width at which it arrives there. */
    public record Vision(Stack tower, ParameterGroup projector, long outputs) {}

    private QwenVisions() {}

    /** Qwen2-VL; hidden_size is the text's. */
    public static Vision second(Fields fields) {
        int width = fields.shape(1280, Size.HIDDEN, "embed_dim");
        int text = fields.shape(3584, Size.HIDDEN, "hidden_size");
        int ratio = fields.sizeOr(4, Size.HEADS, "mlp_ratio");
        fields.require(ratio <= 64, "mlp_ratio", "expected at most 64");
        Tower tower = new Tower(fields, width, depth(fields), heads(fields), (long) ratio * width);
        return new Vision(
                tower.norm(Norm.SCALE_AND_BIAS, false)
                        .input("patch projection", patch(fields, 14, width))
                        .build(),
                merger(fields, 2L * width, width, text, 1),
                text);
    }

    /** Qwen2.5-VL: RMSNorm and a gated feed-forward part. */
    public static Vision secondAndAHalf(Fields fields) {
        return secondAndAHalf(fields, 0);
    }

    /** EXAONE 4.5: as Qwen2.5-VL, with grouped queries. */
    public static Vision exaone(Fields fields) {
        return secondAndAHalf(fields, 8);
    }

    private static Vision secondAndAHalf(Fields fields, int absentKvHeads) {
        int width = fields.shape(3584, Size.HIDDEN, "hidden_size");
        int text = fields.shape(3584, Size.HIDDEN, "out_hidden_size");
        Tower tower = new Tower(
                fields, width, depth(fields), heads(fields), fields.shape(3420, Size.WIDTH, "intermediate_size"));
        return new Vision(
                tower.norm(Norm.SCALE, false)
                        .gated()
                        .kvHeads(fields.sizeOr(
                                absentKvHeads == 0 ? tower.heads : absentKvHeads, Size.HEADS, "num_key_value_heads"))
                        .input("patch projection", patch(fields, 14, width))
                        .build(),
                merger(fields, width, width, text, 1),
                text);
    }

    /** Qwen3-VL: a table of positions, and one more merger for each deep layer that feeds the text. */
    public static Vision third(Fields fields) {
        return third(fields, 3);
    }

    /** Qwen3.5: as Qwen3-VL, no deep layers unless listed. */
    public static Vision thirdAndAHalf(Fields fields) {
        return third(fields, 0);
    }

    private static Vision third(Fields fields, int absentDeepLayers) {
        int width = fields.shape(1152, Size.HIDDEN, "hidden_size");
        int text = fields.shape(3584, Size.HIDDEN, "out_hidden_size");
        long positions = fields.sizeOr(2304, Size.ROWS, "num_position_embeddings");
        List<Integer> deep = fields.numbers("deepstack_visual_indexes");
        int deepLayers = deep == null ? absentDeepLayers : deep.size();
        int square = square(fields);
        Tower tower = new Tower(
                fields,
                width,
                fields.shape(27, Size.LAYERS, "depth"),
                heads(fields),
                fields.shape(4304, Size.WIDTH, "intermediate_size"));
        long widened = (long) deepLayers * (2L * square * width - 2L * width);
        ParameterGroup mergers = merger(fields, 2L * width, width, text, 1 + deepLayers);
        return new Vision(
                tower.norm(Norm.SCALE_AND_BIAS, false)
                        .input("patch projection", patch(fields, 16, width) + width)
                        .input("position table", positions * width)
                        .build(),
                new ParameterGroup(mergers.name(), mergers.count() + widened),
                text);
    }

    private static int depth(Fields fields) {
        return fields.shape(32, Size.LAYERS, "depth");
    }

    private static int heads(Fields fields) {
        return fields.shape(16, Size.HEADS, "num_heads");
    }

    private static long patch(Fields fields, int absentPatch, long width) {
        long frames = fields.sizeOr(2, Size.HEADS, "temporal_patch_size");
        String channels = fields.has("in_chans") ? "in_chans" : "in_channels";
        return frames * Visions.patchWeights(fields, absentPatch, width, channels);
    }

    /** Patches that become one token. */
    private static int square(Fields fields) {
        int side = fields.sizeOr(2, Size.HEADS, "spatial_merge_size");
        fields.require(side <= 16, "spatial_merge_size", "expected at most 16");
        return side * side;
    }

    private static ParameterGroup merger(Fields fields, long norm, long width, long text, int count) {
        long inner = square(fields) * width;
        return new ParameterGroup("vision merger", count * (norm + inner * inner + inner + inner * text + text));
    }
}
