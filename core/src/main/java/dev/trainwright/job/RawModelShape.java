package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.source.DecoderShape;
import dev.trainwright.workload.source.Models;
import java.util.List;

/** A decoder by its dimensions, in a job file. */
final class RawModelShape {
    private static final Field<String> NAME =
            Field.defaulted("name", Kinds.text("a name"), "decoder", "a name for reports", "Its name.", "my-7b");
    private static final Field<Integer> LAYERS = dimension("layers", "Layers.", "32");
    private static final Field<Integer> HIDDEN = dimension("hidden", "Width of the residual stream, h.", "4096");
    private static final Field<Integer> HEADS = dimension("heads", "Query heads.", "32");
    private static final Field<Integer> VOCAB = dimension("vocab", "Rows of the token table.", "128256");
    private static final Field<Integer> KV_HEADS =
            Field.optional("kvHeads", Kinds.integer("heads", 1), "as many as heads", "Key and value heads.", "8");
    private static final Field<Integer> HEAD_SIZE =
            Field.optional("headSize", Kinds.integer("elements", 1), "hidden / heads", "Width of one head.", "128");
    private static final Field<Integer> INTERMEDIATE = Field.optional(
            "intermediate",
            Kinds.integer("elements", 1),
            "4 x hidden",
            "Inner width of the feed-forward part.",
            "14336");
    private static final Field<Boolean> GATED = Field.defaulted(
            "gated",
            Kinds.flag(),
            "true",
            "as in Llama and most since",
            "Three matrices (SwiGLU) instead of two.",
            "true");
    private static final Field<Boolean> TIED = Field.defaulted(
            "tied", Kinds.flag(), "false", "as in Llama", "Whether the output matrix is the token table.", "false");
    private static final Field<Integer> EXPERTS =
            Field.optional("experts", Kinds.integer("experts", 1), "a dense model", "Routed experts a layer.", "8");
    private static final Field<Integer> TOP_K =
            Field.optional("topK", Kinds.integer("experts", 1), "a dense model", "Experts a token visits.", "2");
    private static final Field<Long> WINDOW = Field.optional(
            "window", Kinds.whole("tokens", 1), "every token in reach", "Sliding window of attention.", "4096");

    static final Shape<Model> SHAPE = new Shape<>(
            "decoder",
            "A decoder by its dimensions: rotary positions, RMSNorm, no biases.",
            List.of(
                    NAME,
                    LAYERS,
                    HIDDEN,
                    HEADS,
                    KV_HEADS,
                    HEAD_SIZE,
                    INTERMEDIATE,
                    VOCAB,
                    GATED,
                    TIED,
                    EXPERTS,
                    TOP_K,
                    WINDOW),
            List.of(Rule.needs(EXPERTS, TOP_K), Rule.needs(TOP_K, EXPERTS)),
            RawModelShape::model);

    private RawModelShape() {}

    private static Model model(Values v) {
        return Models.raw(
                v.get(NAME),
                new DecoderShape(
                        v.get(LAYERS),
                        v.get(HIDDEN),
                        v.get(HEADS),
                        v.find(KV_HEADS).orElse(null),
                        v.find(HEAD_SIZE).orElse(null),
                        v.find(INTERMEDIATE).orElse(null),
                        v.get(VOCAB),
                        v.get(GATED),
                        v.get(TIED),
                        v.find(EXPERTS).orElse(0),
                        v.find(TOP_K).orElse(0),
                        v.find(WINDOW).orElse(null)));
    }

    private static Field<Integer> dimension(String name, String doc, String example) {
        return Field.required(name, Kinds.integer(name.equals("hidden") ? "elements" : name, 1), doc, example);
    }
}
