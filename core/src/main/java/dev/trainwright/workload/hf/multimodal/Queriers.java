package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** GIT, which captions with BERT's layers, BLIP, which captions with a text that attends to the patches, and BLIP-2 and InstructBLIP, whose queries bring them to a language model. */
public final class Queriers {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "git", Queriers::git,
            "blip", Queriers::blip,
            "blip-2", fields -> queried(fields, false),
            "instructblip", fields -> queried(fields, true),
            "instructblipvideo", fields -> queried(fields, true));

    private Queriers() {}

    private static Tower tower(Fields fields, Defaults defaults, int pixels, int patch) {
        Tower tower = Tower.of(fields, defaults);
        long hidden = tower.hidden;
        long tokens = Visions.patches(fields, pixels, patch) + 1;
        return tower.input("class token", hidden)
                .input("patch projection", Visions.patchWeights(fields, patch, hidden, "num_channels") + hidden)
                .input("position table", tokens * hidden);
    }

    /** BLIP (arXiv 2201.12086) as it captions: BERT's layers with a second attention, and BERT's head. */
    private static Transformer blip(Fields fields) {
        Stack vision =
                tower(fields.object("vision_config"), Defaults.VIT, 384, 16).build();
        Fields text = fields.object("text_config");
        int hidden = text.shape(768, Size.HIDDEN, "hidden_size");
        int heads = text.shape(8, Size.HEADS, "num_attention_heads");
        int inner = text.shape(3072, Size.WIDTH, "intermediate_size");
        int layers = text.shape(12, Size.LAYERS, "num_hidden_layers");
        long vocab = text.shape(30_524, Size.ROWS, "vocab_size");
        long positions = text.sizeOr(512, Size.ROWS, "max_position_embeddings");
        text.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        fields.settle();
        long imageKeys = 2 * (vision.hidden() - hidden) * hidden;
        Attention words = new Attention(heads, heads, hidden / heads, 4L * hidden, 0, false, true, null);
        Attention image = new Attention(heads, heads, hidden / heads, 4L * hidden + imageKeys, 0, false, false, null);
        Layer layer =
                new Layer(words, image, new DenseFeedForward(inner, false, (long) inner + hidden), 3, 6L * hidden);
        ParameterGroup transform =
                new ParameterGroup("head's transform", Linear.parameters(hidden, hidden) + 2L * hidden);
        Transformer decoder = new Transformer(
                "",
                "",
                List.of(bert(hidden, vocab, positions, layer, layers)),
                new Head(vocab, vocab * hidden + vocab, false, true),
                List.of(),
                List.of(),
                List.of());
        fields.note(
                "counted as the captioner, whose checkpoints store the head beside the table; the second attention is costed as if the image had as many tokens as the text");
        return Multimodals.compose(decoder, vision, List.of(transform), fields);
    }

    /** BLIP-2 (arXiv 2301.12597): a tower, a transformer of queries, one linear layer, and OPT or T5. */
    private static Transformer queried(Fields fields, boolean instructed) {
        Fields images = fields.object("vision_config");
        boolean bias = images.flag("qkv_bias", true);
        Stack vision = tower(images, new Defaults(1408, 39, 16, 0, 0, 6144, 0), 224, 14)
                .attentionBiases(bias, bias, true)
                .build();
        long queries = fields.sizeOr(32, Size.ROWS, "num_query_tokens");
        Fields former = fields.object("qformer_config");
        long h = former.shape(768, Size.HIDDEN, "hidden_size");
        long inner = former.shape(3072, Size.WIDTH, "intermediate_size");
        int layers = former.shape(12, Size.LAYERS, "num_hidden_layers");
        long seen = former.sizeOr(1408, Size.HIDDEN, "encoder_hidden_size");
        int period = former.sizeOr(2, Size.LAYERS, "cross_attention_frequency");
        former.require(
                seen == vision.hidden(), "encoder_hidden_size", "expected the tower's hidden size, " + vision.hidden());
        former.require(
                former.flag("use_qformer_text_input", instructed) == instructed,
                "use_qformer_text_input",
                "expected " + instructed + ": other uses of the queries are not read");
        Transformer text = Multimodals.text(fields, "opt");
        fields.settle();
        long half = Linear.parameters(h, inner) + Linear.parameters(inner, h) + 2 * h;
        long attention = 4 * Linear.parameters(h, h) + 2 * h;
        long crossing = 2 * Linear.parameters(h, h) + 2 * Linear.parameters(seen, h) + 2 * h;
        long words = instructed
                ? h
                        * (former.shape(30_522, Size.ROWS, "vocab_size")
                                + (long) former.sizeOr(512, Size.ROWS, "max_position_embeddings"))
                : 0;
        long transformer = 2 * h
                + words
                + layers * (attention + half * (instructed ? 2 : 1))
                + (layers + period - 1) / period * crossing;
        fields.note("the work of the queries' transformer is left out");
        List<ParameterGroup> others = List.of(
                new ParameterGroup("queries", queries * h),
                new ParameterGroup("transformer of the queries", transformer),
                new ParameterGroup("projector", Linear.parameters(h, text.main().hidden())));
        return Multimodals.compose(text, vision, others, fields);
    }

    /** A CLIP tower, a projection with a norm, and BERT's layers under a causal mask; a biased head of its own. */
    private static Transformer git(Fields fields) {
        int hidden = fields.size(Size.HIDDEN, "hidden_size");
        int heads = fields.size(Size.HEADS, "num_attention_heads");
        int inner = fields.size(Size.WIDTH, "intermediate_size");
        int layers = fields.size(Size.LAYERS, "num_hidden_layers");
        long vocab = fields.size(Size.ROWS, "vocab_size");
        long positions = fields.size(Size.ROWS, "max_position_embeddings");
        long images = fields.sizeOr(0, Size.COUNT, "num_image_with_embedding");
        boolean tied = fields.tied(false);
        fields.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        Stack tower = Visions.read(fields.object("vision_config"), "git_vision_model");
        fields.settle();
        List<ParameterGroup> others = new ArrayList<>();
        others.add(new ParameterGroup("projector", Linear.parameters(tower.hidden(), hidden) + 2L * hidden));
        if (images > 0) {
            others.add(new ParameterGroup("image positions", images * tower.hidden()));
        }
        Attention attention = new Attention(heads, heads, hidden / heads, 4L * hidden, 0, false, true, null);
        Layer layer =
                new Layer(attention, null, new DenseFeedForward(inner, false, (long) inner + hidden), 2, 4L * hidden);
        Head head = new Head(vocab, (tied ? 0 : vocab * hidden) + vocab, tied, true);
        return Multimodals.compose(
                new Transformer(
                        "",
                        "",
                        List.of(bert(hidden, vocab, positions, layer, layers)),
                        head,
                        List.of(),
                        List.of(),
                        List.of()),
                tower,
                others,
                fields);
    }

    /** BERT's tables in front of {@code layers} layers. */
    private static Stack bert(int hidden, long vocab, long positions, Layer layer, int layers) {
        return new Stack(
                "decoder",
                hidden,
                List.of(
                        new ParameterGroup("token table", vocab * hidden),
                        new ParameterGroup("position table", positions * hidden),
                        new ParameterGroup("embedding norm", 2L * hidden)),
                List.of(new LayerGroup(layer, layers, false)),
                0);
    }
}
