package dev.trainwright.workload.hf.encoder;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Layers;
import dev.trainwright.workload.hf.reading.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** T5 (arXiv 1910.10683) and its children: RMSNorm, no biases, a table of relative position biases in the first layer of each stack. */
public final class T5s {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "t5", fields -> new T5s(fields, "relu").build(true),
            "mt5", fields -> new T5s(fields, "gated-gelu").build(false),
            "umt5", fields -> new T5s(fields, "gated-gelu").tableInEachLayer().build(true),
            "longt5", T5s::longT5,
            "switch_transformers", T5s::switchTransformers);

    private final Fields fields;
    private final int hidden;
    private final int layers;
    private final int decoderLayers;
    private final int heads;
    private final int headSize;
    private final int inner;
    private final int vocab;
    private final boolean gated;
    private final long buckets;
    private int encoderTables = 1;
    private int decoderTables = 1;
    private long encoderExtra;
    private IntPredicate routed = layer -> false;
    private IntPredicate decoderRouted = layer -> false;
    private int experts = 1;
    private boolean routerBias;

    private T5s(Fields fields, String projection) {
        this.fields = fields;
        hidden = fields.shape(512, Size.HIDDEN, "d_model");
        layers = fields.shape(6, Size.LAYERS, "num_layers");
        decoderLayers = fields.sizeOr(layers, Size.LAYERS, "num_decoder_layers");
        heads = fields.shape(8, Size.HEADS, "num_heads");
        headSize = fields.shape(64, Size.HEAD_SIZE, "d_kv");
        inner = fields.shape(2048, Size.WIDTH, "d_ff");
        vocab = fields.shape(32_128, Size.ROWS, "vocab_size");
        buckets = (long) fields.sizeOr(32, Size.ROWS, "relative_attention_num_buckets") * heads;
        gated = fields.text("feed_forward_proj", projection).startsWith("gated-");
        fields.require(
                fields.flag("is_gated_act", gated) == gated,
                "is_gated_act",
                "contradicts feed_forward_proj; expected " + gated);
    }

    private T5s tableInEachLayer() {
        encoderTables = layers;
        decoderTables = decoderLayers;
        return this;
    }

    /** LongT5 (arXiv 2112.07916): local attention in the encoder, with a token for each block that all see where the type is transient-global. */
    private static Transformer longT5(Fields fields) {
        T5s model = new T5s(fields, "relu");
        String type = fields.text("encoder_attention_type", "local");
        fields.require(
                List.of("local", "transient-global").contains(type),
                "encoder_attention_type",
                "expected local or transient-global");
        if (type.equals("transient-global")) {
            model.encoderTables = 2;
            model.encoderExtra = model.hidden;
        }
        fields.note("the encoder's attention is counted as if it were full");
        return model.build(true);
    }

    /** Switch Transformers (arXiv 2101.03961): a token visits one expert in every few layers. */
    private static Transformer switchTransformers(Fields fields) {
        T5s model = new T5s(fields, "relu");
        fields.require(!model.gated, "feed_forward_proj", "expected no gate");
        if (!fields.has("num_decoder_layers") && !fields.isNull("num_decoder_layers")) {
            fields.refuse("num_decoder_layers", "missing; expected a number of layers, or null for num_layers");
        }
        model.experts = fields.size(Size.EXPERTS, "num_experts");
        model.routerBias = fields.flag("router_bias", false);
        model.routed = sparse(fields, "num_sparse_encoder_layers", model.layers);
        model.decoderRouted = sparse(fields, "num_sparse_decoder_layers", model.decoderLayers);
        return model.build(true);
    }

    /** The second layer and every few behind it, so that there are as many as the key says; the class has one where it says 0. */
    private static IntPredicate sparse(Fields fields, String key, int layers) {
        int count = fields.size(Size.COUNT, key);
        fields.require(count <= layers, key, "expected at most the number of layers, " + layers);
        int step = count == 0 || count > layers ? layers : layers / count;
        return layer -> step == 1 || layer % step == 1;
    }

    private FeedForward feedForward(boolean sparse) {
        long router = (long) experts * hidden + (routerBias ? experts : 0);
        return sparse
                ? new MixtureOfExperts(experts, 1, inner, 0, false, 0, router, 0)
                : new DenseFeedForward(inner, gated, 0);
    }

    private Transformer build(boolean tiedWhereAbsent) {
        boolean tied = fields.tied(tiedWhereAbsent);
        fields.settle();
        Attention all = new Attention(heads, heads, headSize, encoderExtra, 0, false, false, null);
        Attention seen = Attention.of(heads, heads, headSize, false);
        Attention earlier = Attention.of(heads, heads, headSize, true);
        Stack encoder = new Stack(
                "encoder",
                hidden,
                List.of(
                        new ParameterGroup("token table", (long) vocab * hidden),
                        new ParameterGroup("relative position biases", buckets * encoderTables)),
                Layers.of(layers, i -> new Layer(all, null, feedForward(routed.test(i)), 2, 2L * hidden)),
                hidden);
        Stack decoder = new Stack(
                "decoder",
                hidden,
                List.of(new ParameterGroup("relative position biases", buckets * decoderTables)),
                Layers.of(
                        decoderLayers,
                        i -> new Layer(earlier, seen, feedForward(decoderRouted.test(i)), 3, 3L * hidden)),
                hidden);
        return EncoderDecoders.model(fields, encoder, decoder, vocab, tied);
    }
}
