package dev.trainwright.workload.hf.decoder;

import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import java.util.Map;
import java.util.function.Function;

/** RWKV: a recurrence over time in attention's place, and a channel mix of two products and a gate as the feed-forward part. */
public final class Rwkvs {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES =
            Map.of("rwkv", Rwkvs::fourth, "rwkv5", Rwkvs::eagle, "rwkv6", Rwkvs::finch, "rwkv7", Rwkvs::goose);

    private Rwkvs() {}

    /** RWKV-4 (Peng et al., arXiv 2305.13048): one decaying sum a channel. */
    private static Transformer fourth(Fields fields) {
        Decoder decoder = decoder(fields);
        long h = decoder.hidden;
        long width = fields.sizeOr(decoder.hidden, Size.WIDTH, "attention_hidden_size");
        decoder.intermediate = fields.sizeOr(4 * decoder.hidden, Size.WIDTH, "intermediate_size");
        LinearAttention mixer = new LinearAttention(
                "decaying sum of " + width + " channels",
                4 * h * width + h * h,
                2 * width + 3 * h,
                8.0 * width,
                4 * width);
        return build(decoder, mixer, fields.tied(false));
    }

    /** RWKV-5 "Eagle" (arXiv 2404.05892, section 4): a matrix of head size x head size for each head; 13 D^2 L + 14 D L + 4 D + 2 D V parameters in all. */
    private static Transformer eagle(Fields fields) {
        return matrixValued(fields, 5, 8, 0);
    }

    /** RWKV-6 "Finch" (same paper, section 5): decay and shifts depend on the token through low ranks of 64 and 32, twice that at 4096. */
    private static Transformer finch(Fields fields) {
        int scale = fields.sizeOr(0, Size.HIDDEN, "hidden_size") == 4096 ? 2 : 1;
        return matrixValued(fields, 6, 10, scale * (2L * 5 * 32 + 2 * 64));
    }

    /**
     * RWKV-7 "Goose" (arXiv 2503.14456, appendix): decay, learning rate, values of the first layer and gate through ranks that follow from the width where the file is
     * silent; no gate in the channel mix. 2 D V + 4 D + L D (12 D + 2 (d_w + d_a + d_v + d_g) + 19) - (2 D d_v + D) parameters in all.
     */
    private static Transformer goose(Fields fields) {
        Decoder decoder = decoder(fields);
        long h = decoder.hidden;
        int size = fields.sizeOr(64, Size.HEAD_SIZE, "head_dim");
        fields.require(h % size == 0, "head_dim", "expected a divisor of hidden_size, " + h);
        fields.require(
                fields.sizeOr(decoder.hidden, Size.WIDTH, "value_dim", "hidden_size") == h,
                "value_dim",
                "expected hidden_size");
        fields.require(!fields.has("attn"), "attn", "expected null: layers of attention are not read");
        decoder.intermediate = fields.sizeOr(4 * decoder.hidden, Size.WIDTH, "intermediate_size");
        long ranks = rank(fields, "decay_low_rank_dim", 1.8 * Math.sqrt(h))
                + rank(fields, "a_low_rank_dim", 1.8 * Math.sqrt(h))
                + rank(fields, "gate_low_rank_dim", 0.6 * Math.pow(h, 0.8));
        long values = rank(fields, "v_low_rank_dim", 1.3 * Math.sqrt(h));
        boolean tied = fields.tied(false);
        fields.settle();
        DenseFeedForward channels = new DenseFeedForward(decoder.intermediate, false, h);
        return decoder.mixer(layer -> new LinearAttention(
                        "generalised delta rule of " + h / size + " heads of " + size,
                        4 * h * h + 2 * h * (ranks + (layer == 0 ? 0 : values)),
                        (layer == 0 ? 13 : 14) * h,
                        8.0 * h * size,
                        7 * h))
                .feedForward(layer -> channels)
                .norms(2, Norm.SCALE_AND_BIAS)
                .embedding("embedding norm", 2 * h)
                .tied(() -> tied)
                .build();
    }

    /** A rank that the file gives, or the multiple of 32 nearest to {@code own}. */
    private static long rank(Fields fields, String key, double own) {
        return fields.sizeOr(Math.max(32, (int) Math.rint(own / 32) * 32), Size.HIDDEN, key);
    }

    /** With {@code vectors} of width h in the time mix, and thin matrices of h x {@code ranks} together. */
    private static Transformer matrixValued(Fields fields, int version, long vectors, long ranks) {
        Decoder decoder = decoder(fields);
        long h = decoder.hidden;
        int size = fields.sizeOr(64, Size.HEAD_SIZE, "head_size");
        int own = (int) (3.5 * h) / 32 * 32;
        decoder.intermediate = fields.sizeOr(Math.max(32, own), Size.WIDTH, "intermediate_size");
        fields.require(h % size == 0, "head_size", "expected a divisor of hidden_size, " + h);
        fields.require(
                decoder.hidden == fields.sizeOr(decoder.hidden, Size.WIDTH, "attention_hidden_size"),
                "attention_hidden_size",
                "expected hidden_size, " + h);
        fields.require(
                !fields.tied(false),
                "tie_word_embeddings",
                "no model of RWKV-" + version + " shares its table with the head; expected false");
        LinearAttention mixer = new LinearAttention(
                "matrix-valued recurrence of " + h / size + " heads of " + size,
                6 * h * h + ranks * h,
                vectors * h,
                6.0 * h * size,
                6 * h);
        return build(decoder, mixer, false);
    }

    private static Decoder decoder(Fields fields) {
        return new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_hidden_layers"),
                1,
                fields.size(Size.ROWS, "vocab_size"));
    }

    /** Norms with bias, one more behind the table. The channel mix has two shift weights; its gate of h x h is among the mixer's products. */
    private static Transformer build(Decoder decoder, LinearAttention mixer, boolean tied) {
        long h = decoder.hidden;
        DenseFeedForward channels = new DenseFeedForward(decoder.intermediate, false, 2 * h);
        return decoder.mixer(layer -> mixer)
                .feedForward(layer -> channels)
                .norms(2, Norm.SCALE_AND_BIAS)
                .embedding("embedding norm", 2 * h)
                .tied(() -> tied)
                .build();
    }
}
