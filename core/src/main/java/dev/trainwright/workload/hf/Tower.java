package dev.trainwright.workload.hf;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import java.util.ArrayList;
import java.util.List;

/** A vision transformer while it is being read: two norms a layer, every patch sees every other. */
final class Tower {
    final Fields fields;
    final int hidden;
    final int heads;
    private final List<ParameterGroup> inputs = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final List<Long> extras = new ArrayList<>();
    private final long intermediate;
    private int kvHeads;
    private Norm norm = Norm.SCALE_AND_BIAS;
    private boolean finalNorm = true;
    private boolean gated;
    private boolean attentionBias = true;
    private boolean feedForwardBias = true;

    Tower(Fields fields, int hidden, int layers, int heads, long intermediate) {
        this.fields = fields;
        this.hidden = hidden;
        this.heads = heads;
        kvHeads = heads;
        this.intermediate = intermediate;
        layers(layers, 0);
    }

    /** Further layers of the same kind, each with {@code extra} parameters besides, or the first ones' extra. */
    Tower layers(int count, long extra) {
        counts.add(count);
        extras.add(extra);
        return this;
    }

    /** What every layer so far has besides, such as layer scales. */
    Tower extra(long extra) {
        extras.replaceAll(before -> before + extra);
        return this;
    }

    Tower norm(Norm kind, boolean behindTheLast) {
        norm = kind;
        finalNorm = behindTheLast;
        return this;
    }

    Tower biases(boolean attention, boolean feedForward) {
        attentionBias = attention;
        feedForwardBias = feedForward;
        return this;
    }

    Tower kvHeads(int count) {
        kvHeads = count;
        return this;
    }

    Tower gated() {
        gated = true;
        return this;
    }

    /** A part of the input: class token, patch projection, positions, first norm. */
    Tower input(String name, long parameters) {
        if (parameters > 0) {
            inputs.add(new ParameterGroup(name, parameters));
        }
        return this;
    }

    /** The stack; throws what was wrong with the whole file so far. */
    Stack build() {
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of the hidden size, " + hidden);
        fields.require(
                heads % kvHeads == 0, "num_key_value_heads", "expected a divisor of the number of heads, " + heads);
        fields.settle();
        long attentionBiases = attentionBias ? 2L * hidden + 2L * kvHeads * (hidden / heads) : 0;
        long feedForwardBiases = feedForwardBias ? intermediate * (gated ? 2 : 1) + hidden : 0;
        Attention attention = new Attention(heads, kvHeads, hidden / heads, attentionBiases, 0, false, false, null);
        DenseFeedForward feedForward = new DenseFeedForward(intermediate, gated, feedForwardBiases);
        List<LayerGroup> groups = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            Layer layer = new Layer(attention, null, feedForward, 2, 2 * norm.parameters(hidden) + extras.get(i));
            groups.add(new LayerGroup(layer, counts.get(i), false));
        }
        return new Stack("vision", hidden, inputs, groups, finalNorm ? norm.parameters(hidden) : 0);
    }
}
