package dev.trainwright.workload.hf.audio;

import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Encoders of sound: wav2vec 2 and its children on their own, and Whisper's as others take it. */
public final class Audios {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "wav2vec2", fields -> waves(fields).alone(),
            "hubert", fields -> hubert(fields).alone(),
            "unispeech", fields -> waves(fields).alone(),
            "unispeech-sat", fields -> waves(fields).alone(),
            "wavlm", fields -> wavLm(fields).alone(),
            "wav2vec2-bert", Conformers::wav2Vec2Bert,
            "audio-spectrogram-transformer", fields -> spectrogram(fields).alone());

    private static final Defaults BASE = new Defaults(768, 12, 12, 0, 0, 3072, 0);

    private Audios() {}

    /** wav2vec 2 (Baevski et al., arXiv 2006.11477): convolutions over the wave, one over positions in groups whose weights have a norm of their own. */
    private static Tower waves(Fields fields) {
        Tower tower = Tower.of(fields, BASE);
        long hidden = tower.hidden;
        fields.require(!fields.flag("add_adapter", false), "add_adapter", "expected false: adapters are not read");
        fields.require(!fields.has("adapter_attn_dim"), "adapter_attn_dim", "expected null: adapters are not read");
        long kernel = fields.sizeOr(128, Size.HIDDEN, "num_conv_pos_embeddings");
        long groups = fields.sizeOr(16, Size.HEADS, "num_conv_pos_embedding_groups");
        fields.require(
                hidden % groups == 0, "num_conv_pos_embedding_groups", "expected a divisor of hidden_size, " + hidden);
        boolean masks = fields.positive("mask_time_prob", true) || fields.positive("mask_feature_prob", false);
        List<Integer> channels = fields.sizes(Size.HIDDEN, "conv_dim");
        long last = channels.get(channels.size() - 1);
        fields.note("a token is a frame of the sound that the convolutions make; their work is left out");
        return tower.input("convolutions over the wave", convolutions(fields, channels))
                .input("projection of frames", 2 * last + Linear.parameters(last, hidden))
                .input("mask", masks ? hidden : 0)
                .input("convolution over positions", kernel + hidden * (hidden / groups) * kernel + hidden);
    }

    private static Tower hubert(Fields fields) {
        fields.require(fields.flag("feat_proj_layer_norm", true), "feat_proj_layer_norm", "expected true");
        fields.require(!fields.flag("conv_pos_batch_norm", false), "conv_pos_batch_norm", "expected false");
        return waves(fields);
    }

    /** WavLM (Chen et al., arXiv 2110.13900): positions by distance, gated in each layer. */
    private static Tower wavLm(Fields fields) {
        Tower tower = waves(fields);
        long heads = tower.heads;
        long size = tower.hidden / heads;
        return tower.extra(heads + Linear.parameters(size, 8))
                .input("relative position biases", fields.sizeOr(320, Size.ROWS, "num_buckets") * heads);
    }

    /** A norm behind the first convolution ({@code group}) or behind each ({@code layer}). */
    private static long convolutions(Fields fields, List<Integer> channels) {
        List<Integer> kernels = fields.sizes(Size.HEADS, "conv_kernel");
        fields.require(
                kernels.size() == channels.size(),
                "conv_kernel",
                "expected the width of each of the " + channels.size() + " convolutions");
        fields.settle();
        boolean bias = fields.flag("conv_bias", false);
        String norm = fields.text("feat_extract_norm", "group");
        fields.require(List.of("group", "layer").contains(norm), "feat_extract_norm", "expected group or layer");
        long total = 0;
        long before = 1;
        for (int i = 0; i < channels.size(); i++) {
            long width = channels.get(i);
            boolean normed = i == 0 || norm.equals("layer");
            total += before * width * kernels.get(i) + (bias ? width : 0) + (normed ? 2 * width : 0);
            before = width;
        }
        return total;
    }

    /** A vision transformer over overlapping squares of the spectrogram (Gong et al., arXiv 2104.01778). */
    private static Tower spectrogram(Fields fields) {
        Tower tower = Tower.of(fields, BASE);
        long hidden = tower.hidden;
        int patch = fields.size(Size.HEADS, "patch_size");
        long bands = strides(fields, fields.size(Size.HIDDEN, "num_mel_bins"), patch, "frequency_stride");
        long times = strides(fields, fields.size(Size.HIDDEN, "max_length"), patch, "time_stride");
        boolean bias = fields.flag("qkv_bias", true);
        return tower.tokens(bands * times + 2)
                .attentionBiases(bias, bias, true)
                .input("class and distillation tokens", 2 * hidden)
                .input("patch projection", (long) patch * patch * hidden + hidden)
                .input("position table", (bands * times + 2) * hidden);
    }

    private static int strides(Fields fields, int length, int patch, String key) {
        return Math.max(0, length - patch) / fields.size(Size.HEADS, key) + 1;
    }

    /** Whisper's encoder under the names of decoders. */
    public static Stack voxtral(Fields fields) {
        Tower tower = Tower.of(fields, new Defaults(1280, 32, 20, 0, 0, 5120, 0));
        return whisper(tower, true).build();
    }

    /** Whisper's encoder under its own names. */
    public static Tower whisper(Fields fields, boolean table) {
        Tower tower = new Tower(
                fields,
                fields.shape(1280, Size.HIDDEN, "d_model"),
                fields.shape(32, Size.LAYERS, "encoder_layers"),
                fields.shape(20, Size.HEADS, "encoder_attention_heads"),
                fields.shape(5120, Size.WIDTH, "encoder_ffn_dim"));
        return whisper(tower, table);
    }

    /** Two convolutions over the spectrogram; keys have no bias. */
    private static Tower whisper(Tower tower, boolean table) {
        Fields fields = tower.fields;
        long hidden = tower.hidden;
        long mels = fields.sizeOr(128, Size.WIDTH, "num_mel_bins");
        long sources = fields.sizeOr(1500, Size.ROWS, "max_source_positions");
        return tower.role("audio")
                .attentionBiases(true, false, true)
                .input("convolutions", 3 * (mels + hidden) * hidden + 2 * hidden)
                .input("position table", table ? sources * hidden : 0);
    }
}
