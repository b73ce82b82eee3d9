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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/** BART (arXiv 1910.13461) and its kin: biases, LayerNorm, a table that both stacks and the head share. */
public final class Barts {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry("bart", Barts::bart),
            Map.entry("mbart", fields -> learned(fields, 2).norms(true, true).build()),
            Map.entry("plbart", fields -> learned(fields, 2).norms(true, false).build()),
            Map.entry("mvp", Barts::mvp),
            Map.entry("m2m_100", fields -> new Barts(fields).norms(false, true).build()),
            Map.entry("nllb-moe", Barts::nllb),
            Map.entry("pegasus", fields -> learned(fields, 0).norms(false, true).build()),
            Map.entry("pegasus_x", Barts::pegasusX),
            Map.entry("bigbird_pegasus", Barts::bigBird),
            Map.entry(
                    "blenderbot",
                    fields -> learned(fields, 0).norms(false, true).build()),
            Map.entry(
                    "blenderbot-small",
                    fields -> learned(fields, 0).norms(true, false).build()),
            Map.entry("led", Barts::led),
            Map.entry("marian", Barts::marian));

    private final Fields fields;
    private final int hidden;
    private final int vocab;
    private long encoderRows;
    private long decoderRows;
    private boolean embeddingNorms;
    private boolean finalNorms;
    private boolean attentionBiases = true;
    private long encoderExtra;
    private final List<ParameterGroup> encoderInputs = new ArrayList<>();
    private IntFunction<FeedForward> encoderFeedForward = layer -> dense("encoder");
    private IntFunction<FeedForward> decoderFeedForward = layer -> dense("decoder");

    private Barts(Fields fields) {
        this.fields = fields;
        hidden = fields.shape(1024, Size.HIDDEN, "d_model");
        vocab = fields.shape(50_265, Size.ROWS, "vocab_size");
        fields.require(
                fields.tied(true),
                "tie_word_embeddings",
                "expected true: releases of transformers disagree how many tables there are otherwise");
    }

    /** With a table of positions for each stack, sines that are stored included, of which {@code aside} rows are set aside. */
    private static Barts learned(Fields fields, long aside) {
        Barts model = new Barts(fields);
        model.encoderRows = fields.shape(1024, Size.ROWS, "max_position_embeddings") + aside;
        model.decoderRows = model.encoderRows;
        return model;
    }

    /** Whether a LayerNorm stands behind the embeddings, and one behind each stack. */
    private Barts norms(boolean behindEmbeddings, boolean behindStacks) {
        embeddingNorms = behindEmbeddings;
        finalNorms = behindStacks;
        return this;
    }

    /** BART itself; within another model's file with the class's defaults. */
    public static Transformer bart(Fields fields) {
        return learned(fields, 2).norms(true, false).build();
    }

    private static Transformer mvp(Fields fields) {
        fields.require(!fields.flag("use_prompt", false), "use_prompt", "expected false: prompts are not read");
        return bart(fields);
    }

    /** Marian keeps its table of sines and has no norms but the layers'. */
    private static Transformer marian(Fields fields) {
        Barts model = learned(fields, 0);
        fields.require(
                fields.flag("share_encoder_decoder_embeddings", true),
                "share_encoder_decoder_embeddings",
                "expected true");
        fields.require(
                fields.sizeOr(model.vocab, Size.ROWS, "decoder_vocab_size") == model.vocab,
                "decoder_vocab_size",
                "expected vocab_size, " + model.vocab);
        return model.build();
    }

    /** The Longformer's encoder-decoder (arXiv 2004.05150): a second set of projections for tokens that all see. */
    private static Transformer led(Fields fields) {
        Barts model = new Barts(fields).norms(true, false);
        model.encoderRows = fields.size(Size.ROWS, "max_encoder_position_embeddings");
        model.decoderRows = fields.size(Size.ROWS, "max_decoder_position_embeddings");
        model.encoderExtra = 3L * model.hidden * model.hidden + 3L * model.hidden;
        fields.note("the encoder's attention is counted as if it were full, without its second projections' work");
        return model.build();
    }

    /** BigBird's encoder with Pegasus' decoder (arXiv 2007.14062). */
    private static Transformer bigBird(Fields fields) {
        Barts model = learned(fields, 0).norms(false, true);
        model.attentionBiases = fields.flag("use_bias", false);
        fields.note("the encoder's attention is counted as if it were full");
        return model.build();
    }

    /** PEGASUS-X (arXiv 2208.04347): computed positions, tokens that all see, with a norm of their own in each layer. */
    private static Transformer pegasusX(Fields fields) {
        Barts model = new Barts(fields).norms(false, true);
        long all = fields.sizeOr(32, Size.ROWS, "num_global_tokens");
        model.attentionBiases = false;
        model.encoderExtra = 2L * model.hidden;
        model.encoderInputs.add(new ParameterGroup("tokens that all see", all * model.hidden));
        fields.note("the encoder's attention is counted as if it were full");
        return model.build();
    }

    /** NLLB's mixture (arXiv 2207.04672): two of the experts in every few layers. */
    private static Transformer nllb(Fields fields) {
        Barts model = new Barts(fields).norms(false, true);
        int experts = fields.size(Size.EXPERTS, "num_experts");
        fields.require(experts > 1, "num_experts", "expected at least 2");
        boolean bias = fields.flag("router_bias", false);
        long router = (long) experts * model.hidden + (bias ? experts : 0);
        int encoderStep = fields.size(Size.COUNT, "encoder_sparse_step");
        int decoderStep = fields.size(Size.COUNT, "decoder_sparse_step");
        model.encoderFeedForward = layer -> model.sparse("encoder", layer, encoderStep, experts, router);
        model.decoderFeedForward = layer -> model.sparse("decoder", layer, decoderStep, experts, router);
        return model.build();
    }

    private FeedForward sparse(String stack, int layer, int step, int experts, long router) {
        DenseFeedForward one = dense(stack);
        return step == 0 || (layer + 1) % step > 0
                ? one
                : new MixtureOfExperts(experts, 2, one.intermediate(), 0, false, one.biasParameters(), router, 0);
    }

    private DenseFeedForward dense(String stack) {
        long inner = fields.shape(4096, Size.WIDTH, stack + "_ffn_dim");
        return new DenseFeedForward(inner, false, inner + hidden);
    }

    private Transformer build() {
        int heads = heads("encoder");
        int decoderHeads = heads("decoder");
        int layers = fields.shape(12, Size.LAYERS, "encoder_layers");
        int decoderLayers = fields.shape(12, Size.LAYERS, "decoder_layers");
        dense("encoder");
        dense("decoder");
        fields.settle();
        long biases = attentionBiases ? 4L * hidden : 0;
        Attention all = attention(heads, biases, false);
        Attention earlier = attention(decoderHeads, biases, true);
        Attention seen = attention(decoderHeads, biases, false);
        ParameterGroup norm = new ParameterGroup("embedding norm", embeddingNorms ? 2L * hidden : 0);
        encoderInputs.add(0, new ParameterGroup("token table", (long) vocab * hidden));
        encoderInputs.add(new ParameterGroup("position table", encoderRows * hidden));
        encoderInputs.add(norm);
        long last = finalNorms ? 2L * hidden : 0;
        Stack encoder = new Stack(
                "encoder",
                hidden,
                encoderInputs,
                Layers.of(
                        layers, i -> new Layer(all, null, encoderFeedForward.apply(i), 2, 4L * hidden + encoderExtra)),
                last);
        Stack decoder = new Stack(
                "decoder",
                hidden,
                List.of(new ParameterGroup("position table", decoderRows * hidden), norm),
                Layers.of(decoderLayers, i -> new Layer(earlier, seen, decoderFeedForward.apply(i), 3, 6L * hidden)),
                last);
        return EncoderDecoders.model(fields, encoder, decoder, vocab, true);
    }

    private int heads(String stack) {
        int heads = fields.shape(16, Size.HEADS, stack + "_attention_heads");
        fields.require(hidden % heads == 0, stack + "_attention_heads", "expected a divisor of d_model, " + hidden);
        return heads;
    }

    private Attention attention(int heads, long biases, boolean causal) {
        return new Attention(heads, heads, hidden / heads, biases, 0, false, causal, null);
    }
}
