package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Llama 4: routed experts beside one shared one, in every layer or every second; three of four layers attend within chunks. */
public final class Llama4 {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES =
            Map.of("llama4", Llama4::whole, "llama4_text", Llama4::text);

    private Llama4() {}

    private static Transformer whole(Fields fields) {
        Transformer text = Multimodals.text(fields, "llama4_text");
        Fields vision = fields.object("vision_config");
        Stack tower = tower(vision);
        long output = vision.sizeOr(7680, Size.WIDTH, "vision_output_dim");
        fields.settle();
        List<ParameterGroup> others =
                List.of(new ParameterGroup("projector", output * text.main().hidden()));
        return Multimodals.compose(text, tower, others, fields);
    }

    private static Transformer text(Fields fields) {
        Decoder decoder =
                Llamas.llama(fields, Defaults.LLAMA_4).feedForward(true, false).tied(false);
        long inner = decoder.intermediate;
        Experts experts = new Experts(fields, "num_local_experts", "num_experts_per_tok", inner).shared(inner);
        long denseInner = fields.shape(16384, Size.WIDTH, "intermediate_size_mlp");
        int step = fields.sizeOr(1, Size.LAYERS, "interleave_moe_layer_step");
        List<Integer> listed = fields.numbers("moe_layers");
        IntPredicate routed = layer -> listed == null ? (layer + 1) % step == 0 : listed.contains(layer);
        long chunk = fields.sizeOr(8192, Size.ROWS, "attention_chunk_size");
        fields.note("attention within chunks is taken as a window of the chunk's size");
        return decoder.window(layer -> (layer + 1) % 4 == 0 ? null : chunk)
                .feedForward(layer -> routed.test(layer) ? experts.routed(decoder.hidden) : decoder.dense(denseInner))
                .build();
    }

    /** A class token behind the patches, a norm on both ends, and an adapter that folds four patches into one. */
    private static Stack tower(Fields fields) {
        long inner = fields.shape(5632, Size.WIDTH, "intermediate_size");
        Tower tower = new Tower(
                fields,
                fields.shape(768, Size.HIDDEN, "hidden_size"),
                fields.shape(34, Size.LAYERS, "num_hidden_layers"),
                fields.shape(16, Size.HEADS, "num_attention_heads"),
                inner);
        long hidden = tower.hidden;
        long adapterInput = fields.sizeOr(4096, Size.WIDTH, "projector_input_dim");
        long adapterOutput = fields.sizeOr(4096, Size.WIDTH, "projector_output_dim");
        return tower.input("class token", hidden)
                .input("patch projection", Visions.patchWeights(fields, 14, hidden, "num_channels"))
                .input("position table", (Visions.patches(fields, 448, 14) + 1) * hidden)
                .input("first norm", 2 * hidden)
                .input("adapter", inner * adapterInput + adapterOutput * adapterOutput)
                .build();
    }
}
