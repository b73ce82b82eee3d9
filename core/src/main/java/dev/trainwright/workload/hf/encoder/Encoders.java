package dev.trainwright.workload.hf.encoder;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** BERT and its children, counted as their bare models: with pooler where they have one, without a task's head. */
public final class Encoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "bert", Encoders::bert,
            "roberta", Encoders::bert,
            "xlm-roberta", Encoders::bert,
            "camembert", Encoders::bert,
            "mpnet", Encoders::mpNet,
            "big_bird", Encoders::bigBird,
            "albert", Encoders::albert,
            "electra", Encoders::electra,
            "distilbert", Encoders::distilBert);

    private Encoders() {}

    public static Transformer bert(Fields fields) {
        int hidden = hidden(fields);
        LayerGroup layers = new LayerGroup(layer(fields, hidden), layers(fields), false);
        return model(fields, hidden, embedding(fields, hidden), List.of(layers), pooler(hidden));
    }

    /** A table of relative position biases that all layers share; no token types. */
    private static Transformer mpNet(Fields fields) {
        int hidden = hidden(fields);
        long heads = fields.size(Size.HEADS, "num_attention_heads");
        List<ParameterGroup> embedding = List.of(
                new ParameterGroup("token table", (long) fields.size(Size.ROWS, "vocab_size") * hidden),
                new ParameterGroup("position table", (long) fields.size(Size.ROWS, "max_position_embeddings") * hidden),
                new ParameterGroup(
                        "relative position biases",
                        fields.sizeOr(32, Size.ROWS, "relative_attention_num_buckets") * heads),
                new ParameterGroup("embedding norm", 2L * hidden));
        LayerGroup layers = new LayerGroup(layer(fields, hidden), layers(fields), false);
        return model(fields, hidden, embedding, List.of(layers), pooler(hidden));
    }

    /** BERT's parameters; which tokens are in reach is another matter. */
    private static Transformer bigBird(Fields fields) {
        fields.require(fields.flag("use_bias", true), "use_bias", "expected true");
        fields.note("attention is taken as full, as in the family's original_full mode");
        return bert(fields);
    }

    /** One group of weights for all layers, or a few groups; a narrow table. */
    private static Transformer albert(Fields fields) {
        int hidden = hidden(fields);
        int width = fields.size(Size.HIDDEN, "embedding_size");
        int layers = layers(fields);
        int groups = fields.sizeOr(1, Size.LAYERS, "num_hidden_groups");
        fields.require(fields.sizeOr(1, Size.LAYERS, "inner_group_num") == 1, "inner_group_num", "expected 1");
        fields.require(layers % groups == 0, "num_hidden_groups", "expected a divisor of num_hidden_layers, " + layers);
        List<ParameterGroup> embedding = embedding(fields, width);
        embedding.add(new ParameterGroup("projection to the hidden size", ((long) width + 1) * hidden));
        LayerGroup group = new LayerGroup(layer(fields, hidden), Math.max(1, layers / groups), true);
        List<LayerGroup> all = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            all.add(group);
        }
        return model(fields, hidden, embedding, all, pooler(hidden));
    }

    private static Transformer electra(Fields fields) {
        int hidden = hidden(fields);
        int width = fields.size(Size.HIDDEN, "embedding_size");
        List<ParameterGroup> embedding = embedding(fields, width);
        if (width != hidden) {
            embedding.add(new ParameterGroup("projection to the hidden size", ((long) width + 1) * hidden));
        }
        LayerGroup layers = new LayerGroup(layer(fields, hidden), layers(fields), false);
        return model(fields, hidden, embedding, List.of(layers), List.of());
    }

    private static Transformer distilBert(Fields fields) {
        int hidden = fields.size(Size.HIDDEN, "dim", "hidden_size");
        int heads = fields.size(Size.HEADS, "n_heads", "num_attention_heads");
        int intermediate = fields.size(Size.WIDTH, "hidden_dim", "intermediate_size");
        int layers = fields.size(Size.LAYERS, "n_layers", "num_hidden_layers");
        fields.require(hidden % heads == 0, "n_heads", "expected a divisor of dim, " + hidden);
        List<ParameterGroup> embedding = List.of(
                new ParameterGroup("token table", (long) fields.size(Size.ROWS, "vocab_size") * hidden),
                new ParameterGroup("position table", (long) fields.size(Size.ROWS, "max_position_embeddings") * hidden),
                new ParameterGroup("embedding norm", 2L * hidden));
        fields.settle();
        LayerGroup group = new LayerGroup(layer(hidden, heads, intermediate), layers, false);
        return model(fields, hidden, embedding, List.of(group), List.of());
    }

    private static int hidden(Fields fields) {
        return fields.size(Size.HIDDEN, "hidden_size");
    }

    private static int layers(Fields fields) {
        return fields.size(Size.LAYERS, "num_hidden_layers");
    }

    private static List<ParameterGroup> embedding(Fields fields, long width) {
        List<ParameterGroup> groups = new ArrayList<>();
        groups.add(new ParameterGroup("token table", fields.size(Size.ROWS, "vocab_size") * width));
        groups.add(new ParameterGroup("position table", fields.size(Size.ROWS, "max_position_embeddings") * width));
        groups.add(new ParameterGroup("token type table", fields.size(Size.COUNT, "type_vocab_size") * width));
        groups.add(new ParameterGroup("embedding norm", 2 * width));
        fields.require(
                fields.text("position_embedding_type", "absolute").equals("absolute"),
                "position_embedding_type",
                "expected absolute; relative positions are not read");
        return groups;
    }

    private static Layer layer(Fields fields, int hidden) {
        int heads = fields.size(Size.HEADS, "num_attention_heads");
        int intermediate = fields.size(Size.WIDTH, "intermediate_size");
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        fields.require(
                !fields.flag("add_cross_attention", false),
                "add_cross_attention",
                "expected false: an encoder on its own");
        fields.settle();
        return layer(hidden, heads, intermediate);
    }

    /** A post-norm layer with biases everywhere and no mask. */
    static Layer layer(int hidden, int heads, int intermediate) {
        Attention attention = new Attention(heads, heads, hidden / heads, 4L * hidden, 0, false, false, null);
        return new Layer(
                attention,
                null,
                new DenseFeedForward(intermediate, false, (long) intermediate + hidden),
                2,
                4L * hidden);
    }

    private static List<ParameterGroup> pooler(long hidden) {
        return List.of(new ParameterGroup("pooler", hidden * hidden + hidden));
    }

    private static Transformer model(
            Fields fields,
            int hidden,
            List<ParameterGroup> embedding,
            List<LayerGroup> layers,
            List<ParameterGroup> others) {
        fields.note("counted as the bare encoder, without a task's head");
        fields.settle();
        Stack stack = new Stack("encoder", hidden, embedding, layers, 0);
        Head head = new Head(fields.size(Size.ROWS, "vocab_size"), 0, true, true);
        return new Transformer("", "", List.of(stack), head, others, List.of(), fields.notes());
    }
}
