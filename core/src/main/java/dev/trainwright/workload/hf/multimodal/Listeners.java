package dev.trainwright.workload.hf.multimodal;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.audio.Audios;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.decoder.Mixtures;
import dev.trainwright.workload.hf.reading.Decoder;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.QwenVisions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Language models that hear, by an encoder as Whisper has it, and some that see as well. */
public final class Listeners {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.of(
            "voxtral", Listeners::voxtral,
            "qwen2_audio", Listeners::qwen2Audio,
            "qwen2_5_omni", fields -> spoken(fields, Listeners::secondAndAHalf),
            "qwen2_5_omni_thinker", Listeners::secondAndAHalf,
            "qwen3_omni_moe", fields -> spoken(fields, Listeners::third),
            "qwen3_omni_moe_thinker", Listeners::third);

    private Listeners() {}

    /** Four frames side by side through two linear layers without bias. */
    private static Transformer voxtral(Fields fields) {
        Fields words = fields.object("text_config");
        words.require(words.text("model_type", "llama").equals("llama"), "model_type", "expected llama");
        Transformer text = Llamas.llama(words, Defaults.VOXTRAL).tied(false).build();
        Fields audio = fields.object("audio_config");
        Stack encoder = Audios.voxtral(audio);
        long frames = audio.sizeOr(5120, Size.WIDTH, "intermediate_size");
        long width = text.main().hidden();
        List<ParameterGroup> others = List.of(new ParameterGroup("projector", frames * width + width * width));
        return Multimodals.compose(text, encoder, others, fields);
    }

    /** Qwen2-Audio (arXiv 2407.10759): one linear layer behind Whisper's encoder. */
    private static Transformer qwen2Audio(Fields fields) {
        Transformer text = Multimodals.text(fields, "qwen2");
        Stack encoder = Audios.whisper(fields.object("audio_config"), true).build();
        long projector = Linear.parameters(encoder.hidden(), text.main().hidden());
        return Multimodals.compose(text, encoder, List.of(new ParameterGroup("projector", projector)), fields);
    }

    /** The part that thinks, which is what is trained and tuned, of a model that speaks as well. */
    private static Transformer spoken(Fields fields, Function<Fields, Transformer> thinker) {
        fields.note("counted as the thinker alone: the talker and what makes its sound are left out");
        return thinker.apply(fields.object("thinker_config"));
    }

    /** Qwen2.5-Omni (arXiv 2503.20215): Whisper's encoder without its table, two vectors for a sound's ends, and Qwen2.5-VL. */
    private static Transformer secondAndAHalf(Fields fields) {
        Decoder decoder = Llamas.qwen2(fields.object("text_config"), new Defaults(3584, 28, 28, 4, 0, 18_944, 152_064));
        Fields audio = fields.object("audio_config");
        Stack encoder = Audios.whisper(audio, false).build();
        long out = audio.sizeOr(3584, Size.WIDTH, "output_dim");
        ParameterGroup ends = new ParameterGroup("audio projector", Linear.parameters(encoder.hidden(), out) + 2 * out);
        return omni(fields, decoder, encoder, ends, out, QwenVisions::secondAndAHalf);
    }

    /** Qwen3-Omni (arXiv 2509.17765): three convolutions over the spectrogram, biased keys, and Qwen3-VL with experts. */
    private static Transformer third(Fields fields) {
        Decoder decoder =
                Mixtures.qwen3Moe(fields.object("text_config"), new Defaults(2048, 28, 28, 4, 0, 18_944, 3584));
        Fields audio = fields.object("audio_config");
        Tower tower = Audios.whisper(audio, false).attentionBiases(true, true, true);
        long channels = audio.sizeOr(480, Size.HIDDEN, "downsample_hidden_size");
        long bands = audio.sizeOr(128, Size.WIDTH, "num_mel_bins");
        for (int i = 0; i < 3; i++) {
            bands = (bands + 1) / 2;
        }
        long out = audio.sizeOr(3584, Size.WIDTH, "output_dim");
        Stack encoder = tower.inputs(List.of(new ParameterGroup(
                        "convolutions",
                        10 * channels + 2 * (9 * channels * channels + channels) + channels * bands * tower.hidden)))
                .build();
        ParameterGroup projector = new ParameterGroup(
                "audio projector",
                Linear.parameters(tower.hidden, tower.hidden) + Linear.parameters(tower.hidden, out));
        return omni(fields, decoder, encoder, projector, out, QwenVisions::third);
    }

    private static Transformer omni(
            Fields fields,
            Decoder decoder,
            Stack encoder,
            ParameterGroup projector,
            long out,
            Function<Fields, QwenVisions.Vision> vision) {
        QwenVisions.Vision seen = vision.apply(fields.object("vision_config"));
        for (long width : new long[] {out, seen.outputs()}) {
            fields.require(
                    width == decoder.hidden, "text_config", "its hidden size is not the towers' output of " + width);
        }
        fields.settle();
        Transformer text = decoder.build();
        List<Stack> towers = new ArrayList<>(List.of(encoder, seen.tower()));
        return Multimodals.compose(text, towers, List.of(projector, seen.projector()), fields);
    }
}
