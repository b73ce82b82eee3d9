package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Models that read text off images: a vision transformer as encoder and a decoder that attends to its patches (TrOCR, Donut). */
public final class ImageReaders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "trocr",
            fields -> decoder(fields, fields.size(Size.HIDDEN, "d_model")),
            "vision-encoder-decoder",
            ImageReaders::images);

    private ImageReaders() {}

    /** Encoder and decoder stand in objects of their own; widths that differ are bridged within the second attention or by one projection. */
    private static Transformer images(Fields fields) {
        Fields seen = fields.object("encoder");
        Fields said = fields.object("decoder");
        String kind = seen.text("model_type", "");
        fields.require(
                List.of("vit", "deit", "beit").contains(kind), "encoder", "expected a vit, deit or beit, not " + kind);
        fields.settle();
        Stack tower = Visions.encoder(seen, kind).build();
        int width = said.sizeOr(0, Size.COUNT, "cross_attention_hidden_size");
        Transformer text = decoder(said, tower.hidden());
        List<ParameterGroup> others = new ArrayList<>();
        if (!kind.equals("beit")) {
            others.add(Visions.pooler(seen));
        }
        if (width == 0 && tower.hidden() != text.main().hidden()) {
            others.add(new ParameterGroup(
                    "projector", Linear.parameters(tower.hidden(), text.main().hidden())));
        }
        fields.settle();
        return Multimodals.compose(text, tower, others, fields);
    }

    /** TrOCR's decoder (arXiv 2109.10282); {@code seen} is the encoder's width. */
    private static Transformer decoder(Fields fields, long seen) {
        fields.require(fields.text("model_type", "trocr").equals("trocr"), "model_type", "expected trocr");
        int d = fields.shape(1024, Size.HIDDEN, "d_model");
        int heads = fields.shape(16, Size.HEADS, "decoder_attention_heads");
        int inner = fields.shape(4096, Size.WIDTH, "decoder_ffn_dim");
        int layers = fields.shape(12, Size.LAYERS, "decoder_layers");
        long vocab = fields.shape(50_265, Size.ROWS, "vocab_size");
        long rows = fields.flag("use_learned_position_embeddings", true)
                ? fields.shape(512, Size.ROWS, "max_position_embeddings") + 2L
                : 0;
        boolean normed = fields.flag("layernorm_embedding", true);
        long width = fields.sizeOr(0, Size.COUNT, "cross_attention_hidden_size");
        fields.require(fields.flag("tie_word_embeddings", true), "tie_word_embeddings", "expected true");
        fields.require(d % heads == 0, "decoder_attention_heads", "expected a divisor of d_model, " + d);
        fields.require(
                width == 0 || width == seen,
                "cross_attention_hidden_size",
                "expected the encoder's hidden size, " + seen);
        fields.settle();
        long wider = width > 0 ? 2 * (width - d) * d : 0;
        Attention self = new Attention(heads, heads, d / heads, 4L * d, 0, false, true, null);
        Attention cross = new Attention(heads, heads, d / heads, 4L * d + wider, 0, false, false, null);
        Layer layer = new Layer(self, cross, new DenseFeedForward(inner, false, (long) inner + d), 3, 6L * d);
        Stack stack = new Stack(
                "decoder",
                d,
                List.of(
                        new ParameterGroup("token table", vocab * d),
                        new ParameterGroup("position table", rows * d),
                        new ParameterGroup("embedding norm", normed ? 2L * d : 0)),
                List.of(new LayerGroup(layer, layers, false)),
                0);
        return new Transformer(
                "", "", List.of(stack), new Head(vocab, 0, true, true), List.of(), List.of(), fields.notes());
    }
}
