package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Llama 3.2 Vision: some layers of the text attend to the image and to nothing else. */
public final class Mllama {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES =
            Map.of("mllama", Mllama::whole, "mllama_text_model", Mllama::text);

    /** Rows of the input table for tokens that are never predicted. */
    private static final long IMAGE_ROWS = 8;

    private Mllama() {}

    private static Transformer whole(Fields fields) {
        Transformer text = Multimodals.text(fields, "mllama_text_model");
        Fields vision = fields.object("vision_config");
        Stack tower = tower(vision);
        long output = vision.sizeOr(7680, Size.WIDTH, "vision_output_dim");
        fields.settle();
        long projector = Linear.parameters(output, text.main().hidden());
        return Multimodals.compose(text, tower, List.of(new ParameterGroup("projector", projector)), fields);
    }

    private static Transformer text(Fields fields) {
        Decoder decoder = Llamas.plain(fields, Defaults.MLLAMA).tied(false);
        fields.require(
                !fields.tied(false), "tie_word_embeddings", "expected false: the table has rows that the head has not");
        List<Integer> listed = fields.numbers("cross_attention_layers");
        List<Integer> crossing = listed == null ? List.of(3, 8, 13, 18, 23, 28, 33, 38) : listed;
        fields.note("layers that attend to the image are costed as if it had as many tokens as the text");
        Attention image = Attention.of(decoder.heads, decoder.kvHeads, decoder.headSize, false);
        // norms of query and key heads, and the two gates of the layer
        Attention normed = new Attention(
                image.heads(), image.kvHeads(), image.headSize(), 2, 2L * image.headSize(), false, false, null);
        return decoder.mixer(layer -> crossing.contains(layer) ? normed : decoder.attention(layer))
                .embedding("rows of image tokens", IMAGE_ROWS * decoder.hidden)
                .build();
    }

    /** Local layers without attention biases, then global ones with two gates; positions by tile and aspect ratio. */
    private static Stack tower(Fields fields) {
        int hidden = fields.shape(1280, Size.HIDDEN, "hidden_size");
        Tower tower = new Tower(
                fields,
                hidden,
                fields.shape(32, Size.LAYERS, "num_hidden_layers"),
                fields.shape(16, Size.HEADS, "attention_heads"),
                fields.shape(5120, Size.WIDTH, "intermediate_size"));
        long tiles = fields.sizeOr(4, Size.HEADS, "max_num_tiles");
        fields.require(tiles <= 256, "max_num_tiles", "expected at most 256");
        long ratios = 1L + (fields.has("supported_aspect_ratios") ? fields.items("supported_aspect_ratios") : 8);
        long positions = Visions.patches(fields, 448, 14) + 1;
        long byTile = ratios * tiles * hidden;
        return tower.layers(fields.shape(8, Size.LAYERS, "num_global_layers"), 2)
                .biases(false, true)
                .input("class token", hidden)
                .input("patch projection", Visions.patchWeights(fields, 14, hidden, "num_channels"))
                .input("position tables", positions * hidden + 1 + byTile * positions)
                .input("tile tables", 2 * (byTile + 1))
                .input("first norm", 2L * hidden)
                .build();
    }
}
