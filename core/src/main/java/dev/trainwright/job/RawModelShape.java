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

/** A decoder given by its dimensions in a job file. */
final class RawModelShape {

    private static final Field<String> NAME =
            Field.optional("name", Kinds.text("a name"), "decoder", "Its name in reports.", "my-7b");
    private static final Field<Integer> LAYERS = size("layers", "layers", "Number of layers.", "32");
    private static final Field<Integer> HIDDEN = size("hidden", "elements", "Width of the residual stream, h.", "4096");
    private static final Field<Integer> HEADS = size("heads", "heads", "Query heads, a.", "32");
    private static final Field<Integer> KV_HEADS =
            optional("kvHeads", "heads", "as many as heads", "Key and value heads.", "8");
    private static final Field<Integer> HEAD_SIZE =
            optional("headSize", "elements", "hidden / heads", "Size of one head, d.", "128");
    private static final Field<Integer> INTERMEDIATE = optional(
            "intermediate",
            "elements",
            "4 x hidden",
            "Inner width of the feed-forward part or of one expert, f.",
            "14336");
    private static final Field<Integer> VOCAB = size("vocab", "rows", "Rows of the token table, V.", "128256");
    private static final Field<Boolean> GATED = Field.defaulted(
            "gated",
            Kinds.flag(),
            "true",
            "SwiGLU, as decoders have had since Llama",
            "Whether the feed-forward part has three matrices.",
            "false");
    private static final Field<Boolean> TIED = Field.defaulted(
            "tied", Kinds.flag(), "false", "large decoders untie it", "Whether the head is the token table.", "true");
    private static final Field<Integer> EXPERTS =
            optional("experts", "experts", "a dense model", "Routed experts of every layer.", "8");
    private static final Field<Integer> TOP_K =
            optional("topK", "experts", "a dense model", "Experts that a token visits.", "2");
    private static final Field<Long> WINDOW = Field.optional(
            "window", Kinds.whole("tokens", 1), "every token is in reach", "Sliding window of every layer.", "4096");

    static final Shape<Model> SHAPE = new Shape<>(
            "dimensions",
            "A decoder by its dimensions: equal layers, rotary positions, RMSNorm, no biases.",
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
        DecoderShape shape = new DecoderShape(
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
                v.find(WINDOW).orElse(null));
        return Models.raw(v.find(NAME).orElse("decoder"), shape);
    }

    private static Field<Integer> size(String name, String noun, String doc, String example) {
        return Field.required(name, Kinds.integer(noun, 1), doc, example);
    }

    private static Field<Integer> optional(String name, String noun, String meaning, String doc, String example) {
        return Field.optional(name, Kinds.integer(noun, 1), meaning, doc, example);
    }
}
