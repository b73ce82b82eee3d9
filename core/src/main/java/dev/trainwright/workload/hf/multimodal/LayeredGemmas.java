package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.audio.Conformers;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Experts;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.reading.Windows;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Gemma 3n and Gemma 4, of which each layer reads a table of its own beside the stream (per-layer embeddings). */
public final class LayeredGemmas {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "gemma3n", LayeredGemmas::gemma3n,
            "gemma3n_text", LayeredGemmas::gemma3nText,
            "gemma4", LayeredGemmas::gemma4,
            "gemma4_text", LayeredGemmas::gemma4Text);

    /** MobileNet v5 300M without its classifier, which Gemma 3n takes from timm: what both sizes' published totals leave when text and audio are counted. */
    private static final long MOBILE_NET_V5 = 294_126_912;

    private LayeredGemmas() {}

    private static Decoder text(Fields fields) {
        Decoder decoder = Decoder.of(fields);
        decoder.kvHeads(-1, "num_key_value_heads").feedForward(true, false).tied(true);
        decoder.headSize = fields.size(Size.HEAD_SIZE, "head_dim");
        decoder.intermediate = fields.uniform(0, Size.WIDTH, "intermediate_size");
        fields.require(decoder.intermediate > 0, "intermediate_size", "missing; expected a width");
        return decoder;
    }

    /** Beside the stream: a table of {@code width} for each layer, and in each layer a gate, a projection and a norm. */
    private static long perLayer(Decoder decoder, long width) {
        if (width == 0) {
            return 0;
        }
        Fields fields = decoder.fields;
        long all = decoder.layers * width;
        long rows = fields.sizeOr(262_144, Size.ROWS, "vocab_size_per_layer_input");
        decoder.embedding("tables by layer", rows * all)
                .embedding("projection to all layers", decoder.hidden * all + width);
        fields.note("per-layer inputs are counted; their work is not");
        return 2L * decoder.hidden * width + decoder.hidden;
    }

    /** Four streams that each layer predicts and corrects (AltUp), and a low-rank branch beside attention (LAuReL). */
    private static Transformer gemma3nText(Fields fields) {
        Decoder decoder = text(fields);
        long h = decoder.hidden;
        long streams = fields.sizeOr(4, Size.HEADS, "altup_num_inputs");
        fields.require(streams <= 64, "altup_num_inputs", "expected at most 64");
        long rank = fields.sizeOr(64, Size.HIDDEN, "laurel_rank");
        long altUp = streams * streams + streams * streams * streams + streams * h + 2 * h;
        long laurel = 2 * h * rank + h;
        long inputs = perLayer(decoder, fields.sizeOr(256, Size.HIDDEN, "hidden_size_per_layer_input"));
        return decoder.norms(4, Norm.SCALE)
                .attentionNorms(2L * decoder.headSize)
                .window(Windows.byLayer(fields, decoder.layers, 512, 5))
                .layerExtra(altUp + laurel + inputs)
                .embedding("projections to and from the streams", 2 * (streams - 1) * h * h)
                .build();
    }

    private static Transformer gemma3n(Fields fields) {
        Transformer text = gemma3nText(fields.object("text_config"));
        Fields vision = fields.object("vision_config");
        Fields audio = fields.object("audio_config");
        String network = "mobilenetv5_300m_enc";
        vision.require(vision.text("architecture", network).equals(network), "architecture", "expected " + network);
        long images = vision.sizeOr(2048, Size.WIDTH, "hidden_size");
        long sounds = audio.sizeOr(1536, Size.WIDTH, "hidden_size");
        long tower = Conformers.gemma3n(audio);
        long h = text.main().hidden();
        long embedders = embedder(vision, images, h) + embedder(audio, sounds, h);
        fields.settle();
        fields.note(
                "the vision tower is counted as MobileNet v5 300M, which the file only names; towers' work is left out");
        List<ParameterGroup> others = List.of(
                new ParameterGroup("vision tower", MOBILE_NET_V5),
                new ParameterGroup("audio tower", tower),
                new ParameterGroup("embedders", embedders));
        return new Transformer("", "", text.stacks(), text.head(), others, text.apart(), fields.notes());
    }

    /** A small table of its own, two norms, and a projection. */
    private static long embedder(Fields fields, long width, long hidden) {
        return fields.sizeOr(128, Size.ROWS, "vocab_size") * width + 2 * width + width * hidden;
    }

    /** Global layers have heads of their own size; the last layers use keys and values of earlier ones, though checkpoints store projections for them too. */
    private static Transformer gemma4Text(Fields fields) {
        Decoder decoder = text(fields);
        List<String> types = Windows.layerTypes(fields, decoder.layers);
        if (types == null && !fields.has("layer_types")) {
            fields.refuse("layer_types", "missing; expected sliding_attention or full_attention for each layer");
        }
        long window = fields.sizeOr(512, Size.ROWS, "sliding_window");
        int globalSize = fields.sizeOr(512, Size.HEAD_SIZE, "global_head_dim");
        boolean keysAreValues = fields.flag("attention_k_eq_v", false);
        int globalKv = keysAreValues
                ? fields.sizeOr(decoder.kvHeads, Size.HEADS, "num_global_key_value_heads")
                : decoder.kvHeads;
        fields.require(
                decoder.heads % globalKv == 0,
                "num_global_key_value_heads",
                "expected a divisor of num_attention_heads, " + decoder.heads);
        int own = decoder.layers - fields.sizeOr(0, Size.COUNT, "num_kv_shared_layers");
        fields.require(own > 0, "num_kv_shared_layers", "expected fewer than num_hidden_layers, " + decoder.layers);
        boolean sharing = own < decoder.layers;
        if (sharing && !fields.has("use_double_wide_mlp")) {
            fields.refuse("use_double_wide_mlp", "missing; expected true or false where layers share keys and values");
        }
        boolean wide = sharing && fields.flag("use_double_wide_mlp", false);
        boolean routes = fields.flag("enable_moe_block", false);
        Experts experts = routes
                ? new Experts(fields, "num_experts", "top_k_experts", fields.size(Size.WIDTH, "moe_intermediate_size"))
                        .shared(decoder.intermediate)
                        .sharedGate()
                        .routerBias(true)
                : null;
        long inputs = perLayer(
                decoder,
                fields.isNull("hidden_size_per_layer_input")
                        ? 0
                        : fields.sizeOr(256, Size.COUNT, "hidden_size_per_layer_input"));
        if (own < decoder.layers) {
            fields.note(
                    "key and value projections of layers that use earlier ones' are stored and counted, and have no work");
        }
        return decoder.norms(routes ? 7 : 4, Norm.SCALE)
                .layerExtra(inputs + 1)
                .mixer(layer -> {
                    boolean global = types == null || types.get(layer).equals("full_attention");
                    int size = global ? globalSize : decoder.headSize;
                    boolean owns = layer < own;
                    return new Attention(
                            decoder.heads,
                            global ? globalKv : decoder.kvHeads,
                            size,
                            owns ? 0 : 2L * decoder.hidden * (global ? globalKv : decoder.kvHeads) * size,
                            2L * size,
                            false,
                            true,
                            global ? null : Long.valueOf(window),
                            !owns ? 0 : global && keysAreValues ? 1 : 2);
                })
                .feedForward(layer -> half(decoder, experts, wide && layer >= own))
                .build();
    }

    private static FeedForward half(Decoder decoder, @org.jspecify.annotations.Nullable Experts experts, boolean wide) {
        return experts != null
                ? experts.routed(decoder.hidden)
                : decoder.dense(wide ? 2L * decoder.intermediate : decoder.intermediate);
    }

    private static Transformer gemma4(Fields fields) {
        Transformer text = gemma4Text(fields.object("text_config"));
        Stack tower = tower(fields.object("vision_config"));
        long h = text.main().hidden();
        List<ParameterGroup> others = new ArrayList<>();
        others.add(new ParameterGroup("projector", tower.hidden() * h));
        if (fields.has("audio_config")) {
            Fields audio = fields.object("audio_config");
            long width = audio.sizeOr(1536, Size.WIDTH, "output_proj_dims");
            others.add(new ParameterGroup("audio tower", Conformers.gemma4(audio, width)));
            others.add(new ParameterGroup("audio projector", width * h));
            fields.note("the audio tower's work is left out");
        }
        fields.settle();
        return Multimodals.compose(text, tower, others, fields);
    }

    /** Norms before and behind each half and on each query and key head; products may carry four bounds each that clip what goes in and out. */
    private static Stack tower(Fields fields) {
        int hidden = fields.shape(768, Size.HIDDEN, "hidden_size");
        Tower tower = new Tower(
                fields,
                hidden,
                fields.shape(16, Size.LAYERS, "num_hidden_layers"),
                fields.shape(12, Size.HEADS, "num_attention_heads"),
                fields.shape(3072, Size.WIDTH, "intermediate_size"));
        long headSize = fields.shape(64, Size.HEAD_SIZE, "head_dim");
        fields.require(headSize * tower.heads == hidden, "head_dim", "expected hidden_size / num_attention_heads");
        long clips = fields.flag("use_clipped_linears", false) ? 4 * 7 : 0;
        long positions = fields.sizeOr(10_240, Size.ROWS, "position_embedding_size");
        boolean standardised = fields.flag("standardize", false);
        return tower.norm(Norm.SCALE, false)
                .kvHeads(fields.shape(12, Size.HEADS, "num_key_value_heads"))
                .gated()
                .biases(false, false)
                .extra(2L * hidden + 2 * headSize + clips)
                .input("patch projection", Visions.patchWeights(fields, 16, hidden, "num_channels"))
                .input("position tables", 2 * positions * hidden)
                .input("standardisation", standardised ? 2L * hidden : 0)
                .build();
    }
}
