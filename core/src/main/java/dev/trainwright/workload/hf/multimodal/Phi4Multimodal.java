package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.input.Format;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.audio.Conformers;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Phi-4-multimodal (arXiv 2503.01743): Phi-4-mini, a SigLIP tower, a conformer, and adapters of low rank on every layer for images and for speech. */
public final class Phi4Multimodal {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "phi4mm", Phi4Multimodal::read,
            "phi4_multimodal", Phi4Multimodal::renamed);

    /** The tower that the family's own code fixes: SigLIP so400m at 448 pixels with its pooling head. */
    private static final String SIGLIP_448 = """
            {"hidden_size":1152,"image_size":448,"intermediate_size":4304,"num_attention_heads":16,"num_hidden_layers":27,"patch_size":14}
            """;

    private Phi4Multimodal() {}

    private static Transformer read(Fields fields) {
        Fields parts = fields.object("embd_layer");
        Fields images = parts.object("image_embd_layer");
        Fields sounds = parts.object("audio_embd_layer");
        images.require(images.text("projection_cls", "mlp").equals("mlp"), "projection_cls", "expected mlp");
        images.require(
                images.text("image_token_compression_cls", "avg_pool_2d").equals("avg_pool_2d"),
                "image_token_compression_cls",
                "expected avg_pool_2d");
        images.require(images.flag("use_hd_transform", true), "use_hd_transform", "expected true");
        images.require(images.flag("with_learnable_separator", true), "with_learnable_separator", "expected true");
        sounds.require(!sounds.flag("use_qformer", false), "use_qformer", "expected false");
        sounds.require(!sounds.flag("use_conv_downsample", false), "use_conv_downsample", "expected false");
        Decoder decoder = Llamas.phi3(fields);
        long h = decoder.hidden;
        long audio = Conformers.phi4(fields.object("audio_processor").object("config"));
        long width = fields.object("audio_processor").object("config").size(Size.HIDDEN, "attention_dim");
        long rank = fields.object("vision_lora").size(Size.HIDDEN, "r")
                + (long) fields.object("speech_lora").size(Size.HIDDEN, "r");
        long queries = (long) decoder.heads * decoder.headSize;
        long ends = h
                + queries
                + 2L * decoder.kvHeads * decoder.headSize // queries, keys and values in one
                + queries
                + h
                + h
                + 2L * decoder.intermediate // gate and up in one
                + decoder.intermediate
                + h;
        Transformer text = decoder.tied(true).build();
        Stack tower = Visions.siglipWithHead(Fields.fixed(Trees.parse("phi4mm", SIGLIP_448, Format.JSON)))
                .build();
        List<ParameterGroup> others = List.of(
                new ParameterGroup("image projector", mlp(tower.hidden(), h) + 2 * tower.hidden()),
                new ParameterGroup("audio tower", audio),
                new ParameterGroup("audio projectors", 2 * mlp(width, h)),
                new ParameterGroup("adapters for images and speech", rank * ends * decoder.layers));
        fields.note(
                "the vision tower is SigLIP so400m at 448 pixels, which the family's code fixes; adapters and the audio tower are counted, their work is not");
        return Multimodals.compose(text, tower, others, fields);
    }

    /** As transformers has it: towers in objects of their own, adapters in files of their own. */
    private static Transformer renamed(Fields fields) {
        Transformer text =
                Llamas.phi3(fields).kvHeads(-1, "num_key_value_heads").build();
        Stack tower = Visions.siglip448(fields.object("vision_config")).build();
        Fields sounds = fields.object("audio_config");
        long h = text.main().hidden();
        List<ParameterGroup> others = List.of(
                new ParameterGroup("image projector", mlp(tower.hidden(), h) + 2 * tower.hidden()),
                new ParameterGroup("audio tower", Conformers.phi4Renamed(sounds)),
                new ParameterGroup("audio projectors", 2 * mlp(sounds.sizeOr(1024, Size.HIDDEN, "hidden_size"), h)));
        fields.settle();
        fields.note("adapters of low rank for images and speech, which have files of their own, are not counted");
        return Multimodals.compose(text, tower, others, fields);
    }

    private static long mlp(long inputs, long hidden) {
        return Linear.parameters(inputs, hidden) + Linear.parameters(hidden, hidden);
    }
}
