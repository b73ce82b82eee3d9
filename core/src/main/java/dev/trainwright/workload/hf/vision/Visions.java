package dev.trainwright.workload.hf.vision;

import dev.trainwright.input.Format;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Vision towers: inside a model by their {@code vision_config}, and on their own. */
public final class Visions {

    /** The towers that several models use. */
    private static final Map<String, Function<Fields, Tower>> TOWERS = new TreeMap<>(Map.ofEntries(
            Map.entry("clip_vision_model", fields -> clip(fields, 32)),
            Map.entry("git_vision_model", fields -> clip(fields, 16)),
            Map.entry("siglip_vision_model", Visions::siglipWithHead),
            Map.entry("siglip2_vision_model", Visions::siglip2),
            Map.entry("idefics2_vision", fields -> siglipOf(fields, 768, 12)),
            Map.entry("idefics3_vision", fields -> siglipOf(fields, 1152, 16)),
            Map.entry("smolvlm_vision", fields -> siglipOf(fields, 1152, 16)),
            Map.entry("pixtral", Visions::pixtral),
            Map.entry("dinov2", fields -> dinov2(fields, 14, 0)),
            Map.entry("dinov2_with_registers", fields -> dinov2(fields, 16, 4)),
            Map.entry("internvl_vision", Visions::internVl),
            Map.entry("intern_vit_6b", Visions::internVit)));

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = families();

    private Visions() {}

    private static Map<String, Function<Fields, Transformer>> families() {
        Map<String, Function<Fields, Transformer>> families = new TreeMap<>();
        TOWERS.forEach((kind, reader) ->
                families.put(kind, fields -> reader.apply(fields).alone()));
        families.put("vit", fields -> encoder(fields, "vit").alone(pooler(fields)));
        families.put("deit", fields -> encoder(fields, "deit").alone(pooler(fields)));
        families.put("vit_mae", fields -> patched(fields, 1).alone());
        families.put("vit_msn", fields -> patched(fields, 1).alone());
        families.put("ijepa", fields -> patched(fields, 0).alone());
        families.put("videomae", fields -> videoMae(fields).alone());
        families.put("dinov3_vit", fields -> dinov3(fields).alone());
        families.put("beit", fields -> encoder(fields, "beit").alone());
        families.put(
                "data2vec-vision",
                fields -> beit(fields)
                        .norm(Norm.SCALE_AND_BIAS, !fields.flag("use_mean_pooling", true))
                        .alone());
        return families;
    }

    /** The tower of a kind that several models use; some files call it by the whole model's name. */
    public static Stack read(Fields fields, String absentKind) {
        String named = fields.text("model_type", absentKind);
        String kind = TOWERS.containsKey(named + "_vision") ? named + "_vision" : named;
        Function<Fields, Tower> tower = TOWERS.get(kind);
        if (tower == null) {
            fields.refuse("model_type", "expected a vision tower of the kinds " + String.join(", ", TOWERS.keySet()));
            fields.settle();
            throw new AssertionError(kind);
        }
        return tower.apply(fields).build();
    }

    /** Patches of the square image. */
    public static long patches(Fields fields, int absentImage, int absentPatch) {
        int image = fields.uniform(absentImage, Size.HIDDEN, "image_size");
        int patch = fields.uniform(absentPatch, Size.HIDDEN, "patch_size");
        fields.require(patch <= image, "patch_size", "expected at most image_size, " + image);
        long side = image / patch;
        return side * side;
    }

    /** Weights that make one patch a vector. */
    public static long patchWeights(Fields fields, int absentPatch, long hidden, String channels) {
        long patch = fields.uniform(absentPatch, Size.HIDDEN, "patch_size");
        long colours = fields.sizeOr(3, Size.HIDDEN, channels);
        fields.require(patch <= 1024 && colours <= 1024, "patch_size", "expected at most 1024, and as many channels");
        return colours * patch * patch * hidden;
    }

    /** OpenAI's CLIP ViT-L/14 (Radford et al., arXiv 2103.00020, table 20), for models that only name it. */
    public static Stack clipLarge(int pixels) {
        String config = """
                {"hidden_size":1024,"image_size":%d,"intermediate_size":4096,"num_attention_heads":16,"num_hidden_layers":24,"patch_size":14}
                """.formatted(pixels);
        return clip(Fields.fixed(Trees.parse("clip-vit-large-patch14", config, Format.JSON)), 14)
                .build();
    }

    /** CLIP: a class token, a norm in front and one behind. */
    public static Tower clip(Fields fields, int absentPatch) {
        return clip(fields, 224, absentPatch);
    }

    public static Tower clip(Fields fields, int absentImage, int absentPatch) {
        Tower tower = Tower.of(fields, Defaults.VIT);
        long hidden = tower.hidden;
        long tokens = patches(fields, absentImage, absentPatch) + 1;
        return tower.tokens(tokens)
                .input("class token", hidden)
                .input("patch projection", patchWeights(fields, absentPatch, hidden, "num_channels"))
                .input("position table", tokens * hidden)
                .input("first norm", 2 * hidden);
    }

    /** A biased patch projection, positions, and {@code tokens} that are no patches. */
    private static Tower patched(Fields fields, int tokens) {
        boolean bias = fields.flag("qkv_bias", true);
        return embedded(Tower.of(fields, Defaults.VIT), tokens, 16).attentionBiases(bias, bias, true);
    }

    private static Tower embedded(Tower tower, int tokens, int absentPatch) {
        return embedded(tower, patches(tower.fields, 224, absentPatch) + tokens, tokens, absentPatch, true);
    }

    private static Tower embedded(Tower tower, long positions, long tokens, int absentPatch, boolean table) {
        long hidden = tower.hidden;
        return tower.tokens(positions)
                .input("tokens that are no patches", tokens * hidden)
                .input("patch projection", patchWeights(tower.fields, absentPatch, hidden, "num_channels") + hidden)
                .input("position table", table ? positions * hidden : 0);
    }

    /** ViT, DeiT or BEiT as another model's encoder. */
    public static Tower encoder(Fields fields, String kind) {
        return switch (kind) {
            case "deit" -> patched(fields, 2);
            case "beit" -> beit(fields).norm(Norm.SCALE_AND_BIAS, true);
            default -> patched(fields, 1);
        };
    }

    /** What ViT and DeiT make of their first token. */
    public static ParameterGroup pooler(Fields fields) {
        int hidden = fields.size(Size.HIDDEN, "hidden_size");
        return new ParameterGroup(
                "pooler", Linear.parameters(hidden, fields.sizeOr(hidden, Size.HIDDEN, "pooler_output_size")));
    }

    /** SigLIP: no class token, a biased patch projection; a pooling head unless told otherwise. */
    public static Tower siglipWithHead(Fields fields) {
        return pooled(embedded(Tower.of(fields, Defaults.VIT), 0, 16));
    }

    /** SigLIP 2 with native aspect ratios: a table of a fixed number of positions, resized to the image. */
    static Tower siglip2(Fields fields) {
        long positions = fields.sizeOr(256, Size.ROWS, "num_patches");
        return pooled(embedded(Tower.of(fields, Defaults.VIT), positions, 0, 16, true));
    }

    /** SigLIP whose pooling head is taken off whatever its file says. */
    public static Tower siglipWithoutHead(Fields fields) {
        return embedded(Tower.of(fields, Defaults.VIT), 0, 16);
    }

    /** SigLIP without the head and with rotary positions in the table's place. */
    public static Tower siglipRotary(Fields fields) {
        return embedded(Tower.of(fields, Defaults.VIT), 0, 0, 16, false);
    }

    /** SigLIP with the sizes that Phi-4-multimodal's class has where nothing is said. */
    public static Tower siglip448(Fields fields) {
        Tower tower = Tower.of(fields, new Defaults(1152, 27, 16, 0, 0, 4304, 0));
        return pooled(embedded(tower, patches(fields, 448, 14), 0, 14, true));
    }

    private static Tower pooled(Tower tower) {
        long hidden = tower.hidden;
        long inner = tower.intermediate;
        boolean pooled = tower.fields.flag("vision_use_head", true);
        long head = hidden + 4 * hidden * hidden + 4 * hidden + 2 * hidden + 2 * hidden * inner + inner + hidden;
        return tower.input("pooling head", pooled ? head : 0);
    }

    /** SigLIP without the head, as Idefics has it. */
    private static Tower siglipOf(Fields fields, int absentHidden, int absentHeads) {
        Tower tower = Tower.of(fields, new Defaults(absentHidden, 12, absentHeads, 0, 0, 3072, 0));
        return embedded(tower, 0, 32);
    }

    /** Pixtral: RMSNorm, a gated feed-forward part, no biases, rotary positions. */
    private static Tower pixtral(Fields fields) {
        Tower tower = Tower.of(fields, Defaults.PIXTRAL);
        long hidden = tower.hidden;
        return tower.norm(Norm.SCALE, false)
                .biases(false, false)
                .gated()
                .input("patch projection", patchWeights(fields, 16, hidden, "num_channels"))
                .input("first norm", hidden);
    }

    /** DINOv2: layer scales, a mask token beside the class token, registers; the giant one's feed-forward part is gated. */
    private static Tower dinov2(Fields fields, int absentPatch, int absentRegisters) {
        int hidden = fields.shape(768, Size.HIDDEN, "hidden_size");
        int ratio = fields.sizeOr(4, Size.HEADS, "mlp_ratio");
        fields.require(ratio <= 64, "mlp_ratio", "expected at most 64");
        boolean gated = fields.flag("use_swiglu_ffn", false);
        boolean bias = fields.flag("qkv_bias", true);
        boolean registered = absentRegisters > 0;
        long mask = registered || fields.flag("use_mask_token", true) ? hidden : 0;
        long registers = registered ? fields.sizeOr(absentRegisters, Size.COUNT, "num_register_tokens") : 0;
        long inner = (long) ratio * hidden;
        Tower tower = new Tower(
                fields,
                hidden,
                fields.shape(12, Size.LAYERS, "num_hidden_layers"),
                fields.shape(12, Size.HEADS, "num_attention_heads"),
                gated ? (inner * 2 / 3 + 7) / 8 * 8 : inner);
        if (gated) {
            tower.gated();
        }
        long positions = patches(fields, 224, absentPatch) + 1;
        return embedded(tower, positions, 1, absentPatch, true)
                .tokens(positions + registers)
                .extra(2L * hidden)
                .attentionBiases(bias, bias, true)
                .input("mask token", mask)
                .input("register tokens", registers * hidden);
    }

    /** DINOv3: rotary positions. */
    private static Tower dinov3(Fields fields) {
        Tower tower = Tower.of(fields, new Defaults(384, 12, 6, 0, 0, 1536, 0));
        long hidden = tower.hidden;
        long registers = fields.sizeOr(0, Size.COUNT, "num_register_tokens");
        boolean queries = fields.flag("query_bias", true);
        fields.require(fields.flag("value_bias", true) == queries, "value_bias", "expected the same as query_bias");
        if (fields.flag("use_gated_mlp", false)) {
            tower.gated();
        }
        return embedded(tower, patches(fields, 224, 16) + 1 + registers, 1 + registers, 16, false)
                .extra(2 * hidden)
                .attentionBiases(queries, fields.flag("key_bias", false), fields.flag("proj_bias", true))
                .feedForwardBias(fields.flag("mlp_bias", true))
                .input("mask token", hidden);
    }

    /** VideoMAE (arXiv 2203.12602): patches of two frames each, computed positions, keys without bias. */
    private static Tower videoMae(Fields fields) {
        Tower tower = Tower.of(fields, Defaults.VIT);
        long hidden = tower.hidden;
        int frames = fields.sizeOr(16, Size.HEADS, "num_frames");
        int tubelet = fields.sizeOr(2, Size.HEADS, "tubelet_size");
        fields.require(frames % tubelet == 0, "num_frames", "expected a multiple of tubelet_size, " + tubelet);
        return tower.tokens(patches(fields, 224, 16) * (frames / tubelet))
                .norm(Norm.SCALE_AND_BIAS, !fields.flag("use_mean_pooling", true))
                .attentionBiases(fields.flag("qv_bias", true), false, true)
                .input("patch projection", tubelet * patchWeights(fields, 16, hidden, "num_channels") + hidden);
    }

    /** BEiT: keys without bias, layer scales, tables of relative positions of each layer or shared by all. */
    private static Tower beit(Fields fields) {
        Tower tower = Tower.of(fields, Defaults.VIT);
        long patches = patches(fields, 224, 16);
        long side = Math.round(Math.sqrt(patches));
        long distances = ((2 * side - 1) * (2 * side - 1) + 3) * tower.heads;
        boolean scaled = fields.positive("layer_scale_init_value", true);
        boolean each = fields.flag("use_relative_position_bias", false);
        return embedded(tower, patches + 1, 1, 16, fields.flag("use_absolute_position_embeddings", false))
                .norm(Norm.SCALE_AND_BIAS, false)
                .attentionBiases(true, false, true)
                .extra((scaled ? 2L * tower.hidden : 0) + (each ? distances : 0))
                .input("mask token", fields.flag("use_mask_token", false) ? tower.hidden : 0)
                .input(
                        "relative position biases",
                        fields.flag("use_shared_relative_position_bias", false) ? distances : 0);
    }

    /** InternViT as transformers has it: layer scales, norms over all queries and keys in the big one. */
    private static Tower internVl(Fields fields) {
        Tower tower = Tower.of(fields, new Defaults(1024, 24, 16, 0, 0, 4096, 0));
        boolean rms = fields.text("norm_type", "layer_norm").equals("rms_norm");
        boolean pooled = fields.flag("use_mean_pooling", true);
        boolean normed = fields.flag("use_qk_norm", false);
        boolean bias = fields.flag("attention_bias", false);
        boolean table = fields.flag("use_absolute_position_embeddings", true);
        fields.require(pooled || !rms, "use_mean_pooling", "expected true with rms_norm");
        return embedded(tower, patches(fields, 448, 14) + 1, 1, 14, table)
                .norm(rms ? Norm.SCALE : Norm.SCALE_AND_BIAS, !pooled)
                .attentionBiases(bias, bias, true)
                .extra((normed ? 4L : 2L) * tower.hidden)
                .input("mask token", fields.flag("use_mask_token", false) ? tower.hidden : 0);
    }

    /** InternViT in its authors' own format (arXiv 2312.14238): no norm behind the last layer. */
    private static Tower internVit(Fields fields) {
        Tower tower = Tower.of(fields, new Defaults(3200, 48, 25, 0, 0, 12_800, 0));
        boolean bias = fields.flag("qkv_bias", false);
        boolean normed = fields.flag("qk_normalization", true);
        boolean rms = fields.text("norm_type", "rms_norm").equals("rms_norm");
        return embedded(tower, 1, 14)
                .norm(rms ? Norm.SCALE : Norm.SCALE_AND_BIAS, false)
                .attentionBiases(bias, bias, true)
                .extra((normed ? 4L : 2L) * tower.hidden);
    }
}
