package dev.trainwright.workload.hf.reading;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A decoder-only transformer while it is being read: starts as a plain one (ungated feed-forward part, two norms a layer, no biases, untied) and each family
 * says where it differs. Nothing is computed from the numbers before {@link #build}, which first throws whatever was wrong with them.
 */
public final class Decoder {
    /** What is read. */
    public final Fields fields;

    public final int hidden;
    public final int layers;
    public final int heads;
    public final int vocab;
    public int kvHeads;
    public int headSize;
    public int intermediate;
    public long tableWidth;

    private boolean queryKeyValueBias;
    private boolean outputBias;
    private long attentionExtra;
    private long attentionNorms;
    private boolean outputGate;
    private boolean gated;
    private boolean feedForwardBias;
    private Norm norm = Norm.SCALE;
    private IntUnaryOperator norms = layer -> 2;
    private boolean attentionBeside;
    private long layerExtra;
    private boolean finalNorm = true;
    private boolean tied;
    private boolean headBias;
    private IntFunction<@Nullable Long> window = layer -> null;
    private IntFunction<Mixer> mixer = this::attention;
    private IntFunction<FeedForward> feedForward = layer -> dense(intermediate);
    private final List<ParameterGroup> embedding = new ArrayList<>();
    private final Map<String, LongUnaryOperator> apart = new LinkedHashMap<>();

    /** Dimensions that were read already; heads of size {@code hidden / heads}, as many for keys and values, and an inner width of 4 hidden. */
    public Decoder(Fields fields, int hidden, int layers, int heads, int vocab) {
        this.fields = fields;
        this.hidden = hidden;
        this.layers = layers;
        this.heads = heads;
        this.vocab = vocab;
        kvHeads = heads;
        headSize = hidden / heads;
        intermediate = 4 * hidden;
        tableWidth = hidden;
    }

    /** Under the names that most families share, with {@code defaults} for what a nested object leaves out. */
    public static Decoder of(Fields fields, Defaults defaults) {
        Decoder decoder = new Decoder(
                fields,
                fields.shape(defaults.hidden(), Size.HIDDEN, "hidden_size"),
                fields.shape(defaults.layers(), Size.LAYERS, "num_hidden_layers"),
                fields.shape(defaults.heads(), Size.HEADS, "num_attention_heads"),
                fields.shape(defaults.vocab(), Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.shape(defaults.intermediate(), Size.WIDTH, "intermediate_size");
        decoder.kvHeads(defaults.kvHeads(), "num_key_value_heads");
        decoder.headSize(defaults.headSize(), "head_dim");
        return decoder;
    }

    /** Under the same names, where all of them must be given; heads and inner width as the constructor leaves them. */
    public static Decoder of(Fields fields) {
        return new Decoder(
                fields,
                fields.size(Size.HIDDEN, "hidden_size"),
                fields.size(Size.LAYERS, "num_hidden_layers"),
                fields.size(Size.HEADS, "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
    }

    /** Under the names of GPT-2 and its children. */
    public static Decoder gpt(Fields fields) {
        Decoder decoder = new Decoder(
                fields,
                fields.size(Size.HIDDEN, "n_embd", "hidden_size"),
                fields.size(Size.LAYERS, "n_layer", "num_hidden_layers"),
                fields.size(Size.HEADS, "n_head", "num_attention_heads"),
                fields.size(Size.ROWS, "vocab_size"));
        decoder.intermediate = fields.sizeOr(4 * decoder.hidden, Size.WIDTH, "n_inner");
        return decoder.evenHeads("n_head");
    }

    /** Key and value heads; as many as heads where the value is null or {@code absent} is 0; below 0 they must be there. */
    public Decoder kvHeads(int absent, String key) {
        kvHeads = absent < 0 && !fields.isNull(key)
                ? fields.size(Size.HEADS, key)
                : fields.sizeOr(absent == 0 || fields.isNull(key) ? heads : absent, Size.HEADS, key);
        fields.require(heads % kvHeads == 0, key, "expected a divisor of the number of attention heads, " + heads);
        return this;
    }

    /** Head size; hidden / heads, which must then come out even, where the value is null or {@code absent} is 0. */
    public Decoder headSize(int absent, String key) {
        if (!fields.has(key) && (absent == 0 || fields.isNull(key))) {
            return evenHeads("num_attention_heads");
        }
        headSize = fields.sizeOr(absent, Size.HEAD_SIZE, key);
        return this;
    }

    /** Refuses heads that do not divide the hidden size. */
    public Decoder evenHeads(String key) {
        fields.require(hidden % heads == 0, key, "expected a divisor of the hidden size, " + hidden);
        return this;
    }

    public Decoder attentionBias(boolean queryKeyValue, boolean output) {
        queryKeyValueBias = queryKeyValue;
        outputBias = output;
        return this;
    }

    /** Further attention parameters that are no matrices, such as sinks. */
    public Decoder attentionExtra(long parameters) {
        attentionExtra = parameters;
        return this;
    }

    /** Norms of queries and keys. */
    public Decoder attentionNorms(long parameters) {
        attentionNorms = parameters;
        return this;
    }

    public Decoder outputGate(boolean gate) {
        outputGate = gate;
        return this;
    }

    /** The sliding window of each layer, null for none. */
    public Decoder window(IntFunction<@Nullable Long> ofLayer) {
        window = ofLayer;
        return this;
    }

    public Decoder feedForward(boolean withGate, boolean bias) {
        gated = withGate;
        feedForwardBias = bias;
        return this;
    }

    /** A feed-forward part for each layer. */
    public Decoder feedForward(IntFunction<FeedForward> ofLayer) {
        feedForward = ofLayer;
        return this;
    }

    /** A mixer for each layer. */
    public Decoder mixer(IntFunction<Mixer> ofLayer) {
        mixer = ofLayer;
        return this;
    }

    public Decoder norms(int perLayer, Norm kind) {
        norms = layer -> perLayer;
        norm = kind;
        return this;
    }

    /** The norms of each layer where they differ. */
    public Decoder normsOf(IntUnaryOperator ofLayer) {
        norms = ofLayer;
        return this;
    }

    /** Attention beside the mixer of every layer, on the same input. */
    public Decoder attentionBeside() {
        attentionBeside = true;
        return this;
    }

    /** Further parameters of a layer besides its norms, such as residual scales. */
    public Decoder layerExtra(long parameters) {
        layerExtra = parameters;
        return this;
    }

    public Decoder finalNorm(boolean present) {
        finalNorm = present;
        return this;
    }

    /** Reads whether the output matrix is the token table, {@code absent} where the config does not say. */
    public Decoder tied(boolean absent) {
        tied = fields.tied(absent);
        return this;
    }

    /** Says whether the output matrix is the token table, for families that ask for it under another name. */
    public Decoder tied(BooleanSupplier answer) {
        tied = answer.getAsBoolean();
        return this;
    }

    public Decoder headBias(boolean bias) {
        headBias = bias;
        return this;
    }

    /** A further part of the input embedding. */
    public Decoder embedding(String name, long parameters) {
        if (parameters > 0) {
            embedding.add(new ParameterGroup(name, parameters));
        }
        return this;
    }

    /** Parameters that checkpoints carry but that no count includes, of the hidden size. */
    public Decoder apart(String name, LongUnaryOperator ofHidden) {
        apart.put(name, ofHidden);
        return this;
    }

    /** The mixer of one layer as told so far. */
    public Mixer mixerOf(int layer) {
        return mixer.apply(layer);
    }

    /** Softmax attention of one layer as told so far. */
    public Attention attention(int layer) {
        long width = (long) heads * headSize;
        long kvWidth = (long) kvHeads * headSize;
        long biases = (queryKeyValueBias ? width * (outputGate ? 2 : 1) + 2 * kvWidth : 0) + (outputBias ? hidden : 0);
        return new Attention(
                heads,
                kvHeads,
                headSize,
                biases + attentionExtra,
                attentionNorms,
                outputGate,
                true,
                window.apply(layer));
    }

    /** A dense feed-forward part of the given inner width as told so far. */
    public DenseFeedForward dense(long inner) {
        return new DenseFeedForward(inner, gated, feedForwardBias ? inner * (gated ? 2 : 1) + hidden : 0);
    }

    private Layer layer(int i) {
        int count = norms.applyAsInt(i);
        return new Layer(
                mixer.apply(i),
                attentionBeside ? attention(i) : null,
                feedForward.apply(i),
                count,
                count * norm.parameters(hidden) + layerExtra);
    }

    /** The transformer. */
    public Transformer build() {
        fields.settle();
        List<ParameterGroup> inputs = new ArrayList<>();
        inputs.add(new ParameterGroup("token table", vocab * tableWidth));
        inputs.addAll(embedding);
        Stack stack = new Stack(
                "decoder", hidden, inputs, Layers.of(layers, this::layer), finalNorm ? norm.parameters(hidden) : 0);
        long matrix = tied ? 0 : vocab * tableWidth;
        Head head = new Head(vocab, matrix + (headBias ? vocab : 0), tied, true);
        List<ParameterGroup> besides = new ArrayList<>();
        apart.forEach((name, ofHidden) -> {
            long count = ofHidden.applyAsLong(hidden);
            if (count > 0) {
                besides.add(new ParameterGroup(name, count));
            }
        });
        return new Transformer("", "", List.of(stack), head, List.of(), besides, fields.notes());
    }
}
