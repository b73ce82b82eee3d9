package dev.trainwright.workload.hf.encoder;

import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Counted;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import java.util.Map;
import java.util.function.Function;

/** Encoders of text that save work by narrow, grouped or pooled layers, counted part by part. */
public final class NarrowEncoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "squeezebert", NarrowEncoders::squeezeBert,
            "mobilebert", NarrowEncoders::mobileBert,
            "funnel", NarrowEncoders::funnel);

    private NarrowEncoders() {}

    /** SqueezeBERT (arXiv 2006.11316): products within groups of channels. */
    private static Transformer squeezeBert(Fields fields) {
        long h = fields.size(Size.HIDDEN, "hidden_size");
        long inner = fields.size(Size.WIDTH, "intermediate_size");
        fields.require(
                fields.sizeOr(Math.toIntExact(h), Size.HIDDEN, "embedding_size") == h,
                "embedding_size",
                "expected hidden_size");
        long queries = grouped(fields, "q_groups", 4, h, h)
                + grouped(fields, "k_groups", 4, h, h)
                + grouped(fields, "v_groups", 4, h, h)
                + grouped(fields, "post_attention_groups", 1, h, h);
        long halves =
                grouped(fields, "intermediate_groups", 4, h, inner) + grouped(fields, "output_groups", 4, inner, h);
        return embedded(fields, h)
                .parts("layers", fields.size(Size.LAYERS, "num_hidden_layers"), queries + halves + 4 * h)
                .part("pooler", Linear.parameters(h, h))
                .build();
    }

    private static long grouped(Fields fields, String key, int absent, long inputs, long outputs) {
        long groups = fields.sizeOr(absent, Size.HEADS, key);
        fields.require(inputs % groups == 0, key, "expected a divisor of " + inputs);
        return inputs / groups * outputs + outputs;
    }

    private static Counted embedded(Fields fields, long h) {
        return new Counted(fields, h)
                .part("token table", fields.size(Size.ROWS, "vocab_size") * h)
                .part("position table", fields.size(Size.ROWS, "max_position_embeddings") * h)
                .part("token type table", fields.size(Size.COUNT, "type_vocab_size") * h)
                .part("embedding norm", 2 * h);
    }

    /** Funnel (arXiv 2006.03236): blocks of XLNet's layers over ever shorter sequences, and a few layers that restore the length. */
    private static Transformer funnel(Fields fields) {
        long h = fields.size(Size.HIDDEN, "d_model");
        long inner = fields.size(Size.WIDTH, "d_inner");
        long wide = fields.size(Size.HEADS, "n_head") * (long) fields.size(Size.HEAD_SIZE, "d_head");
        long blocks = fields.sizes(Size.LAYERS, "block_sizes").stream()
                .mapToLong(size -> size)
                .sum();
        long attention =
                h * wide + 2 * Linear.parameters(h, wide) + Linear.parameters(wide, h) + h * wide + 5 * wide + 2 * h;
        long half = Linear.parameters(h, inner) + Linear.parameters(inner, h) + 2 * h;
        return new Counted(fields, h)
                .part("token table", fields.size(Size.ROWS, "vocab_size") * h)
                .part("embedding norm", 2 * h)
                .parts("layers", blocks, attention + half)
                .parts(
                        "layers that restore the length",
                        fields.sizeOr(2, Size.LAYERS, "num_decoder_layers"),
                        attention + half)
                .build();
    }

    /** MobileBERT (arXiv 2004.02984): a narrow layer between two bottlenecks, with several feed-forward parts. */
    private static Transformer mobileBert(Fields fields) {
        long h = fields.size(Size.HIDDEN, "hidden_size");
        long narrow = fields.size(Size.HIDDEN, "intra_bottleneck_size");
        long inner = fields.size(Size.WIDTH, "intermediate_size");
        long width = fields.size(Size.HIDDEN, "embedding_size");
        long parts = fields.size(Size.HEADS, "num_feedforward_networks");
        for (String flag : new String[] {"use_bottleneck", "key_query_shared_bottleneck", "trigram_input"}) {
            fields.require(fields.flag(flag, true), flag, "expected true");
        }
        fields.require(!fields.flag("use_bottleneck_attention", false), "use_bottleneck_attention", "expected false");
        long attention = 3 * Linear.parameters(narrow, narrow) + Linear.parameters(h, narrow) + 2 * narrow;
        long half = Linear.parameters(narrow, inner) + Linear.parameters(inner, narrow) + 2 * narrow;
        long bottlenecks = 2 * (Linear.parameters(h, narrow) + 2 * narrow) + Linear.parameters(narrow, h) + 2 * h;
        fields.require(
                fields.sizeOr(Math.toIntExact(narrow), Size.HIDDEN, "true_hidden_size") == narrow,
                "true_hidden_size",
                "expected intra_bottleneck_size");
        boolean pooled = fields.flag("classifier_activation", true);
        return new Counted(fields, h)
                .part("token table", fields.size(Size.ROWS, "vocab_size") * width)
                .part("position table", fields.size(Size.ROWS, "max_position_embeddings") * h)
                .part("token type table", fields.size(Size.COUNT, "type_vocab_size") * h)
                .part("projection of three tokens and norm", Linear.parameters(3 * width, h) + 2 * h)
                .parts("layers", fields.size(Size.LAYERS, "num_hidden_layers"), attention + parts * half + bottlenecks)
                .part("pooler", pooled ? Linear.parameters(h, h) : 0)
                .build();
    }
}
