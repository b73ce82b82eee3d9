package dev.trainwright.workload.hf;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** CLIP, which holds a text and an image tower against each other, and Voxtral, which hears. */
final class Pairs {

    /** Readers by {@code model_type}. */
    static final Map<String, Function<Fields, Transformer>> FAMILIES =
            Map.of("clip", Pairs::clip, "voxtral", Pairs::voxtral);

    private Pairs() {}

    /** Both towers, a projection without bias from each, and the scale of their product. */
    private static Transformer clip(Fields fields) {
        Fields text = fields.object("text_config");
        int hidden = text.shape(512, Size.HIDDEN, "hidden_size");
        int heads = text.shape(8, Size.HEADS, "num_attention_heads");
        int inner = text.shape(2048, Size.WIDTH, "intermediate_size");
        int layers = text.shape(12, Size.LAYERS, "num_hidden_layers");
        long vocab = text.shape(49408, Size.ROWS, "vocab_size");
        long positions = text.sizeOr(77, Size.ROWS, "max_position_embeddings");
        text.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        Stack tower = Visions.clip(fields.object("vision_config"), 32);
        long projection = fields.sizeOr(512, Size.WIDTH, "projection_dim");
        fields.settle();
        Attention attention = new Attention(heads, heads, hidden / heads, 4L * hidden, 0, false, true, null);
        DenseFeedForward feedForward = new DenseFeedForward(inner, false, (long) inner + hidden);
        Stack words = new Stack(
                "encoder",
                hidden,
                List.of(
                        new ParameterGroup("token table", vocab * hidden),
                        new ParameterGroup("position table", positions * hidden)),
                List.of(new LayerGroup(new Layer(attention, null, feedForward, 2, 4L * hidden), layers, false)),
                2L * hidden);
        List<ParameterGroup> others = List.of(
                new ParameterGroup("projections", (tower.hidden() + hidden) * projection),
                new ParameterGroup("logit scale", 1));
        Head head = new Head(projection, 0, true, false);
        return Multimodals.compose(
                new Transformer("", "", List.of(words), head, List.of(), List.of(), List.of()), tower, others, fields);
    }

    /** Whisper's encoder, four frames side by side through two linear layers without bias, and a language model. */
    private static Transformer voxtral(Fields fields) {
        Transformer text = Multimodals.text(fields, "llama");
        Fields audio = fields.object("audio_config");
        int hidden = audio.shape(1280, Size.HIDDEN, "hidden_size");
        int layers = audio.shape(32, Size.LAYERS, "num_hidden_layers");
        int heads = audio.shape(20, Size.HEADS, "num_attention_heads");
        int inner = audio.shape(5120, Size.WIDTH, "intermediate_size");
        long mels = audio.sizeOr(128, Size.WIDTH, "num_mel_bins");
        long sources = audio.sizeOr(1500, Size.ROWS, "max_source_positions");
        audio.require(hidden % heads == 0, "num_attention_heads", "expected a divisor of hidden_size, " + hidden);
        fields.settle();
        Attention attention = new Attention(heads, heads, hidden / heads, 3L * hidden, 0, false, false, null);
        DenseFeedForward feedForward = new DenseFeedForward(inner, false, (long) inner + hidden);
        Stack encoder = new Stack(
                "audio",
                hidden,
                List.of(
                        new ParameterGroup("convolutions", 3 * (mels + hidden) * hidden + 2L * hidden),
                        new ParameterGroup("position table", sources * hidden)),
                List.of(new LayerGroup(new Layer(attention, null, feedForward, 2, 4L * hidden), layers, false)),
                2L * hidden);
        long width = text.main().hidden();
        List<ParameterGroup> others = List.of(new ParameterGroup("projector", inner * width + width * width));
        return Multimodals.compose(text, encoder, others, fields);
    }
}
