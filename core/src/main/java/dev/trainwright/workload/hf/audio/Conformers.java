package dev.trainwright.workload.hf.audio;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Counted;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;

/** Parameters of audio towers built from conformer layers (Gulati et al., arXiv 2005.08100): two halved feed-forward parts around attention and a convolution. */
public final class Conformers {

    private Conformers() {}

    /** Gemma 3n's: RMSNorm and no biases; {@code conf_} keys. */
    public static long gemma3n(Fields fields) {
        long layers = fields.sizeOr(12, Size.LAYERS, "conf_num_hidden_layers");
        return layers * gemmaLayer(fields, "conf_num_attention_heads", "conf_conv_kernel_size", 0)
                + subsampling(fields, "sscp_conv_channel_size");
    }

    /** Gemma 4's: the same with four bounds at each product, and a projection behind it. */
    public static long gemma4(Fields fields, long outputs) {
        long layers = fields.sizeOr(12, Size.LAYERS, "num_hidden_layers");
        long bounds = fields.flag("use_clipped_linears", true) ? 4 * 10 : 0;
        return layers * gemmaLayer(fields, "num_attention_heads", "conv_kernel_size", bounds)
                + subsampling(fields, "subsampling_conv_channels")
                + Linear.parameters(width(fields), outputs);
    }

    private static long width(Fields fields) {
        return fields.shape(1536, Size.HIDDEN, "hidden_size");
    }

    /** Two feed-forward parts of 8 h^2, attention with a projection of positions, a gated convolution, and 10 norms. */
    private static long gemmaLayer(Fields fields, String headsKey, String kernelKey, long bounds) {
        long h = width(fields);
        long heads = fields.sizeOr(8, Size.HEADS, headsKey);
        long kernel = fields.sizeOr(5, Size.HEADS, kernelKey);
        fields.require(h % heads == 0, headsKey, "expected a divisor of hidden_size, " + h);
        return 2 * 8 * h * h + 5 * h * h + 3 * h * h + kernel * h + h / heads + 9 * h + bounds;
    }

    /** Two convolutions of 3 x 3 with stride 2 over 128 mel bands, a norm behind each, and a projection. */
    private static long subsampling(Fields fields, String channelsKey) {
        List<Integer> given = fields.numbers(channelsKey);
        List<Integer> channels = given == null ? List.of(128, 32) : given;
        fields.require(
                channels.size() == 2 && channels.stream().allMatch(Size.HIDDEN::accepts),
                channelsKey,
                "expected two numbers of channels");
        fields.settle();
        long bands = fields.sizeOr(128, Size.HIDDEN, "input_feat_size") / 4;
        long first = channels.get(0);
        long second = channels.get(1);
        return 9 * first + first + 9 * first * second + second + second * bands * width(fields);
    }

    /** w2v-BERT 2.0 (arXiv 2312.05187) on its own, over frames of a spectrogram. */
    static Transformer wav2Vec2Bert(Fields fields) {
        long h = fields.size(Size.HIDDEN, "hidden_size");
        long layers = fields.size(Size.LAYERS, "num_hidden_layers");
        long heads = fields.size(Size.HEADS, "num_attention_heads");
        long inner = fields.size(Size.WIDTH, "intermediate_size");
        long frame = fields.sizeOr(160, Size.HIDDEN, "feature_projection_input_dim");
        long kernel = fields.sizeOr(31, Size.HEADS, "conv_depthwise_kernel_size");
        long reach = 1L
                + fields.sizeOr(64, Size.COUNT, "left_max_position_embeddings")
                + fields.sizeOr(8, Size.COUNT, "right_max_position_embeddings");
        String key = "position_embeddings_type";
        String type = fields.isNull(key) ? "none" : fields.text(key, "relative_key");
        fields.require(
                List.of("none", "rotary", "relative", "relative_key").contains(type),
                key,
                "expected relative_key, relative, rotary or null");
        for (String flag : List.of("add_adapter", "use_intermediate_ffn_before_adapter")) {
            fields.require(!fields.flag(flag, false), flag, "expected false: adapters are not read");
        }
        boolean masks = fields.positive("mask_time_prob", true) || fields.positive("mask_feature_prob", false);
        fields.require(h % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + h);
        long positions = switch (type) {
            case "relative_key" -> reach * (h / heads);
            case "relative" -> h * h + 2 * h;
            default -> 0;
        };
        long feedForward = 2 * h + Linear.parameters(h, inner) + Linear.parameters(inner, h);
        long convolution = 2 * h + 2 * h * h + kernel * h + 2 * h + h * h;
        long attention = 2 * h + 4 * Linear.parameters(h, h) + positions;
        return new Counted(fields, h)
                .part("projection of frames", 2 * frame + Linear.parameters(frame, h))
                .part("mask", masks ? h : 0)
                .parts("conformer layers", layers, 2 * feedForward + attention + convolution + 2 * h)
                .build();
    }

    /** Phi-4-multimodal's in its authors' own format, which keeps its input's mean and variance. */
    public static long phi4(Fields fields) {
        long d = fields.size(Size.HIDDEN, "attention_dim");
        long inner = fields.size(Size.WIDTH, "linear_units");
        long heads = fields.size(Size.HEADS, "attention_heads");
        long bands = fields.size(Size.HIDDEN, "input_size");
        long channels = fields.object("nemo_conv_settings").size(Size.HIDDEN, "conv_channels");
        long distance = fields.object("relative_attention_bias_args").sizeOr(500, Size.HIDDEN, "t5_bias_max_distance");
        for (String key : List.of("ext_pw_out_channel", "depthwise_seperable_out_channel")) {
            fields.require(fields.size(Size.HIDDEN, key) == d, key, "expected attention_dim, " + d);
        }
        fields.require(!fields.flag("batch_norm", false), "batch_norm", "expected false");
        fields.require(fields.flag("bias_in_glu", true), "bias_in_glu", "expected true");
        long blocks = fields.size(Size.LAYERS, "num_blocks");
        return phi4(fields, d, inner, channels, bands, blocks) + 2 * distance * heads + 2 * bands;
    }

    /** The same under transformers' names. */
    public static long phi4Renamed(Fields fields) {
        long d = fields.sizeOr(1024, Size.HIDDEN, "hidden_size");
        long inner = fields.sizeOr(1536, Size.WIDTH, "intermediate_size");
        long heads = fields.sizeOr(16, Size.HEADS, "num_attention_heads");
        long bands = fields.sizeOr(80, Size.HIDDEN, "input_size");
        long channels = fields.sizeOr(1024, Size.HIDDEN, "nemo_conv_channels");
        long distance = fields.sizeOr(1000, Size.HIDDEN, "bias_max_distance");
        for (String key : List.of("ext_pw_out_channel", "depthwise_separable_out_channel")) {
            fields.require(fields.sizeOr(1024, Size.HIDDEN, key) == d, key, "expected hidden_size, " + d);
        }
        fields.require(fields.sizeOr(1, Size.HEADS, "depthwise_multiplier") == 1, "depthwise_multiplier", "expected 1");
        long sides = fields.flag("bias_symmetric", false) ? 1 : 2;
        long blocks = fields.sizeOr(24, Size.LAYERS, "num_blocks");
        return phi4(fields, d, inner, channels, bands, blocks) + sides * distance * heads;
    }

    /** LayerNorm, biases and gated products behind convolutions that halve the time. */
    private static long phi4(Fields fields, long d, long inner, long channels, long bands, long blocks) {
        long kernel = fields.sizeOr(3, Size.HEADS, "kernel_size");
        int reduction = fields.sizeOr(8, Size.HEADS, "time_reduction");
        fields.require(Integer.bitCount(reduction) == 1, "time_reduction", "expected a power of two");
        long feedForward = 2 * d + Linear.parameters(d, 2 * inner) + Linear.parameters(inner, d);
        long convolution = 2 * d
                + Linear.parameters(d, 2 * d)
                + 2 * d
                + (kernel + 1) * d
                + Linear.parameters(d, d)
                + Linear.parameters(d, d);
        long layer = 2 * feedForward + 4 * Linear.parameters(d, d) + convolution + 4 * d;
        int halvings = Integer.numberOfTrailingZeros(reduction);
        long bandsLeft = bands;
        for (int i = 0; i < halvings; i++) {
            bandsLeft = (bandsLeft + 1) / 2;
        }
        long subsampling = 10 * channels
                + Math.max(0, halvings - 1) * (10 * channels + Linear.parameters(channels, channels))
                + Linear.parameters(channels * bandsLeft, d);
        return blocks * layer + subsampling;
    }
}
