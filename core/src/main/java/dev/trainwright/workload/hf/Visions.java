package dev.trainwright.workload.hf;

import dev.trainwright.input.Format;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.Stack;

/** Vision towers by their {@code vision_config}. */
final class Visions {

    private Visions() {}

    /** The tower of a kind that several models use. */
    static Stack read(Fields fields, String absentKind) {
        String kind = fields.text("model_type", absentKind);
        return switch (kind) {
            case "clip_vision_model", "git_vision_model" -> clip(fields, kind.startsWith("git") ? 16 : 32);
            case "siglip_vision_model" -> siglip(fields);
            case "siglip2_vision_model" -> siglip2(fields);
            case "pixtral" -> pixtral(fields);
            case "dinov2" -> dinov2(fields);
            default -> {
                fields.refuse(
                        "model_type",
                        "expected a vision tower of the kinds clip_vision_model, siglip_vision_model, siglip2_vision_model, pixtral or dinov2");
                fields.settle();
                throw new AssertionError(kind);
            }
        };
    }

    /** Patches of the square image. */
    static long patches(Fields fields, int absentImage, int absentPatch) {
        int image = fields.sizeOr(absentImage, Size.HIDDEN, "image_size");
        int patch = fields.sizeOr(absentPatch, Size.HIDDEN, "patch_size");
        fields.require(patch <= image, "patch_size", "expected at most image_size, " + image);
        long side = image / patch;
        return side * side;
    }

    /** Weights that make one patch a vector. */
    static long patchWeights(Fields fields, int absentPatch, long hidden, String channels) {
        long patch = fields.sizeOr(absentPatch, Size.HIDDEN, "patch_size");
        long colours = fields.sizeOr(3, Size.HIDDEN, channels);
        fields.require(patch <= 1024 && colours <= 1024, "patch_size", "expected at most 1024, and as many channels");
        return colours * patch * patch * hidden;
    }

    private static Tower common(Fields fields) {
        return new Tower(
                fields,
                fields.shape(768, Size.HIDDEN, "hidden_size"),
                fields.shape(12, Size.LAYERS, "num_hidden_layers"),
                fields.shape(12, Size.HEADS, "num_attention_heads"),
                fields.shape(3072, Size.WIDTH, "intermediate_size"));
    }

    /** OpenAI's CLIP ViT-L/14 (Radford et al., arXiv 2103.00020, table 20), for models that only name it. */
    static Stack clipLarge(int pixels) {
        String config = """
                {"hidden_size":1024,"image_size":%d,"intermediate_size":4096,"num_attention_heads":16,"num_hidden_layers":24,"patch_size":14}
                """.formatted(pixels);
        return clip(Fields.of(Trees.parse("clip-vit-large-patch14", config, Format.JSON)), 14);
    }

    /** CLIP: a class token, a norm in front and one behind. */
    static Stack clip(Fields fields, int absentPatch) {
        Tower tower = common(fields);
        long hidden = tower.hidden;
        return tower.input("class token", hidden)
                .input("patch projection", patchWeights(fields, absentPatch, hidden, "num_channels"))
                .input("position table", (patches(fields, 224, absentPatch) + 1) * hidden)
                .input("first norm", 2 * hidden)
                .build();
    }

    /** SigLIP: no class token, a biased patch projection; a pooling head unless told otherwise. */
    static Stack siglip(Fields fields) {
        Tower tower = common(fields);
        return siglip(tower, patches(fields, 224, 16));
    }

    /** SigLIP 2 with native aspect ratios: a table of a fixed number of positions, resized to the image. */
    private static Stack siglip2(Fields fields) {
        Tower tower = common(fields);
        return siglip(tower, fields.sizeOr(256, Size.ROWS, "num_patches"));
    }

    private static Stack siglip(Tower tower, long positions) {
        Fields fields = tower.fields;
        long hidden = tower.hidden;
        long inner = fields.sizeOr(3072, Size.WIDTH, "intermediate_size");
        boolean pooled = fields.flag("vision_use_head", true);
        long head = hidden + 4 * hidden * hidden + 4 * hidden + 2 * hidden + 2 * hidden * inner + inner + hidden;
        return tower.input("patch projection", patchWeights(fields, 16, hidden, "num_channels") + hidden)
                .input("position table", positions * hidden)
                .input("pooling head", pooled ? head : 0)
                .build();
    }

    /** Pixtral: RMSNorm, a gated feed-forward part, no biases, rotary positions. */
    private static Stack pixtral(Fields fields) {
        Tower tower = new Tower(
                fields,
                fields.shape(1024, Size.HIDDEN, "hidden_size"),
                fields.shape(24, Size.LAYERS, "num_hidden_layers"),
                fields.shape(16, Size.HEADS, "num_attention_heads"),
                fields.shape(4096, Size.WIDTH, "intermediate_size"));
        long hidden = tower.hidden;
        return tower.norm(Norm.SCALE, false)
                .biases(false, false)
                .gated()
                .input("patch projection", patchWeights(fields, 16, hidden, "num_channels"))
                .input("first norm", hidden)
                .build();
    }

    /** DINOv2: layer scales, a mask token beside the class token. */
    private static Stack dinov2(Fields fields) {
        int hidden = fields.shape(768, Size.HIDDEN, "hidden_size");
        int ratio = fields.sizeOr(4, Size.HEADS, "mlp_ratio");
        fields.require(ratio <= 64, "mlp_ratio", "expected at most 64");
        fields.require(!fields.flag("use_swiglu_ffn", false), "use_swiglu_ffn", "expected false");
        fields.require(fields.flag("qkv_bias", true), "qkv_bias", "expected true");
        boolean mask = fields.flag("use_mask_token", true);
        Tower tower = new Tower(
                fields,
                hidden,
                fields.shape(12, Size.LAYERS, "num_hidden_layers"),
                fields.shape(12, Size.HEADS, "num_attention_heads"),
                (long) ratio * hidden);
        return tower.extra(2L * hidden)
                .input("class token", hidden)
                .input("mask token", mask ? hidden : 0)
                .input("patch projection", patchWeights(fields, 14, hidden, "num_channels") + hidden)
                .input("position table", (patches(fields, 224, 14) + 1) * hidden)
                .build();
    }
}
