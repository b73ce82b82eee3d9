package dev.trainwright.workload.hf.reading;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;

/**
 * A stack of like layers while it is being read: starts as a vision transformer (two LayerNorms a layer and one behind the last, biases everywhere, every
 * patch sees every other) and each family says where it differs.
 */
public final class Tower {
    public final Fields fields;
    public final int hidden;
    public final int heads;
    public final long intermediate;
    private final List<ParameterGroup> inputs = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final List<Long> extras = new ArrayList<>();
    private String role = "vision";
    private int kvHeads;
    private Norm norm = Norm.SCALE_AND_BIAS;
    private boolean finalNorm = true;
    private boolean gated;
    private boolean causal;
    private boolean queryValueBias = true;
    private boolean keyBias = true;
    private boolean outputBias = true;
    private boolean feedForwardBias = true;
    private long tokens;

    public Tower(Fields fields, int hidden, int layers, int heads, long intermediate) {
        this.fields = fields;
        this.hidden = hidden;
        this.heads = heads;
        kvHeads = heads;
        this.intermediate = intermediate;
        layers(layers, 0);
    }

    /** Under the names that most families share, with {@code defaults} for what a nested object leaves out. */
    public static Tower of(Fields fields, Defaults defaults) {
        return new Tower(
                fields,
                fields.shape(defaults.hidden(), Size.HIDDEN, "hidden_size"),
                fields.shape(defaults.layers(), Size.LAYERS, "num_hidden_layers"),
                fields.shape(defaults.heads(), Size.HEADS, "num_attention_heads"),
                fields.shape(defaults.intermediate(), Size.WIDTH, "intermediate_size"));
    }

    /** What it sees where that is no image; a {@code vision} or {@code audio} tower beside a text is not costed. */
    public Tower role(String name) {
        role = name;
        return this;
    }

    /** A token sees only earlier ones. */
    public Tower causal() {
        causal = true;
        return this;
    }

    /** Tokens that one image makes. */
    public Tower tokens(long count) {
        tokens = count;
        return this;
    }

    /** Further layers of the same kind, each with {@code extra} parameters besides, or the first ones' extra. */
    public Tower layers(int count, long extra) {
        counts.add(count);
        extras.add(extra);
        return this;
    }

    /** What every layer so far has besides, such as layer scales. */
    public Tower extra(long extra) {
        extras.replaceAll(before -> before + extra);
        return this;
    }

    public Tower norm(Norm kind, boolean behindTheLast) {
        norm = kind;
        finalNorm = behindTheLast;
        return this;
    }

    public Tower biases(boolean attention, boolean feedForward) {
        return attentionBiases(attention, attention, attention).feedForwardBias(feedForward);
    }

    /** Biases of queries and values, of keys, and of the output. */
    public Tower attentionBiases(boolean queryValue, boolean key, boolean output) {
        queryValueBias = queryValue;
        keyBias = key;
        outputBias = output;
        return this;
    }

    public Tower feedForwardBias(boolean bias) {
        feedForwardBias = bias;
        return this;
    }

    public Tower kvHeads(int count) {
        kvHeads = count;
        return this;
    }

    public Tower gated() {
        gated = true;
        return this;
    }

    /** A part of the input: class token, patch projection, positions, first norm. */
    public Tower input(String name, long parameters) {
        if (parameters > 0) {
            inputs.add(new ParameterGroup(name, parameters));
        }
        return this;
    }

    /** These parts of the input in place of those so far. */
    public Tower inputs(List<ParameterGroup> parts) {
        inputs.clear();
        inputs.addAll(parts);
        return this;
    }

    /** The stack; throws what was wrong with the whole file so far. */
    public Stack build() {
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of the hidden size, " + hidden);
        fields.require(
                heads % kvHeads == 0, "num_key_value_heads", "expected a divisor of the number of heads, " + heads);
        fields.settle();
        long keyWidth = (long) kvHeads * (hidden / heads);
        long attentionBiases =
                (queryValueBias ? hidden + keyWidth : 0) + (keyBias ? keyWidth : 0) + (outputBias ? hidden : 0);
        long feedForwardBiases = feedForwardBias ? intermediate * (gated ? 2 : 1) + hidden : 0;
        Attention attention = new Attention(heads, kvHeads, hidden / heads, attentionBiases, 0, false, causal, null);
        DenseFeedForward feedForward = new DenseFeedForward(intermediate, gated, feedForwardBiases);
        List<LayerGroup> groups = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            Layer layer = new Layer(attention, null, feedForward, 2, 2 * norm.parameters(hidden) + extras.get(i));
            groups.add(new LayerGroup(layer, counts.get(i), false));
        }
        return new Stack(role, hidden, inputs, groups, finalNorm ? norm.parameters(hidden) : 0, tokens);
    }

    /** The tower as a model of its own, whose tokens are the job's: no vocabulary, one vector a sample, and {@code others} behind the layers. */
    public Transformer alone(ParameterGroup... others) {
        role("encoder");
        if (tokens > 0) {
            fields.note(
                    "a token is a patch of an image, or one that stands beside the patches: a sequence of " + tokens);
        }
        return alone(fields, List.of(build()), others);
    }

    /** The tower as an encoder of text without a task's head. */
    public Transformer words(ParameterGroup... others) {
        long vocab = fields.size(Size.ROWS, "vocab_size");
        fields.note("counted as the bare encoder, without a task's head");
        List<Stack> stacks = List.of(build());
        Head head = new Head(vocab, 0, true, true);
        return new Transformer("", "", stacks, head, List.of(others), List.of(), fields.notes());
    }

    /** Stacks that make one vector of an image or a sound. */
    public static Transformer alone(Fields fields, List<Stack> stacks, ParameterGroup... others) {
        fields.note("counted as the bare model, without a task's head");
        List<ParameterGroup> behind =
                List.of(others).stream().filter(group -> group.count() > 0).toList();
        return new Transformer("", "", stacks, new Head(1, 0, true, false), behind, List.of(), fields.notes());
    }
}
