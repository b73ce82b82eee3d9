package dev.trainwright.workload.hf;

import dev.trainwright.input.Format;
import dev.trainwright.input.Nearest;
import dev.trainwright.input.Node;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.audio.Audios;
import dev.trainwright.workload.hf.decoder.ComposedMixtures;
import dev.trainwright.workload.hf.decoder.DeepSeeks;
import dev.trainwright.workload.hf.decoder.FirstOpenModels;
import dev.trainwright.workload.hf.decoder.Gemmas;
import dev.trainwright.workload.hf.decoder.Gpts;
import dev.trainwright.workload.hf.decoder.GroupedExperts;
import dev.trainwright.workload.hf.decoder.Hybrids;
import dev.trainwright.workload.hf.decoder.LayerNormDecoders;
import dev.trainwright.workload.hf.decoder.Llamas;
import dev.trainwright.workload.hf.decoder.Mixtures;
import dev.trainwright.workload.hf.decoder.NormVariants;
import dev.trainwright.workload.hf.decoder.Rwkvs;
import dev.trainwright.workload.hf.decoder.SparseModels;
import dev.trainwright.workload.hf.decoder.StateSpaces;
import dev.trainwright.workload.hf.decoder.Zambas;
import dev.trainwright.workload.hf.encoder.Barts;
import dev.trainwright.workload.hf.encoder.EncoderDecoders;
import dev.trainwright.workload.hf.encoder.Encoders;
import dev.trainwright.workload.hf.encoder.ModernEncoders;
import dev.trainwright.workload.hf.encoder.NarrowEncoders;
import dev.trainwright.workload.hf.encoder.T5s;
import dev.trainwright.workload.hf.encoder.TextEncoders;
import dev.trainwright.workload.hf.multimodal.Connectors;
import dev.trainwright.workload.hf.multimodal.Florences;
import dev.trainwright.workload.hf.multimodal.GlmVisions;
import dev.trainwright.workload.hf.multimodal.ImageReaders;
import dev.trainwright.workload.hf.multimodal.LayeredGemmas;
import dev.trainwright.workload.hf.multimodal.Listeners;
import dev.trainwright.workload.hf.multimodal.Llama4;
import dev.trainwright.workload.hf.multimodal.Llavas;
import dev.trainwright.workload.hf.multimodal.Mergers;
import dev.trainwright.workload.hf.multimodal.Mllama;
import dev.trainwright.workload.hf.multimodal.Multimodals;
import dev.trainwright.workload.hf.multimodal.Pairs;
import dev.trainwright.workload.hf.multimodal.Phi4Multimodal;
import dev.trainwright.workload.hf.multimodal.Queriers;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.vision.ImageStages;
import dev.trainwright.workload.hf.vision.Visions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads a model's shape from a {@code config.json}: right to the last parameter, or refused with the reason.
 *
 * <p>A key that is absent or null means what the family's own classes make of it; keys that have no bearing on the shape are ignored.
 */
public final class HuggingFaceConfig {

    private static final Map<String, Function<Fields, Transformer>> FAMILIES = families();

    private HuggingFaceConfig() {}

    /**
     * Reads a file.
     *
     * @throws InputException when the file is no config, of an unknown family, incomplete or contradictory
     */
    public static Transformer read(Path file) {
        Transformer model = read(Trees.read(file, Format.PYTHON_JSON));
        return model.named(name(file), model.family());
    }

    /**
     * Reads the root of a file that was parsed already; the model has no name.
     *
     * @throws InputException as {@link #read(Path)}
     */
    public static Transformer read(Node root) {
        Fields fields = Fields.of(root, HuggingFaceConfig::family);
        try {
            return fields.has("model_type") ? family(fields, "") : Natives.read(fields);
        } catch (IllegalArgumentException e) {
            throw fields.refusal(String.valueOf(e.getMessage()));
        }
    }

    /** Reads an object by its {@code model_type}, or as {@code absentFamily}. */
    static Transformer family(Fields fields, String absentFamily) {
        String family = fields.text("model_type", absentFamily);
        fields.settle();
        Function<Fields, Transformer> reader = FAMILIES.get(family);
        if (reader == null) {
            String hint = Nearest.to(family, FAMILIES.keySet())
                    .map(name -> "; did you mean " + name)
                    .orElse("");
            fields.refuse(
                    "model_type",
                    "a family whose shapes are not known here" + hint + "; docs/models.md lists the " + FAMILIES.size()
                            + " that are");
            fields.settle();
            throw new AssertionError(family);
        }
        fields.require(
                !fields.has("per_layer_config"),
                "per_layer_config",
                "overrides of single layers are not read; expected none");
        Transformer model = reader.apply(fields).named("", family);
        fields.refuseSlips();
        fields.settle();
        return model;
    }

    /** The known families by name. */
    static Set<String> accepted() {
        return FAMILIES.keySet();
    }

    private static Map<String, Function<Fields, Transformer>> families() {
        Map<String, Function<Fields, Transformer>> families = new TreeMap<>();
        List<Map<String, Function<Fields, Transformer>>> kin = List.of(
                Llamas.FAMILIES,
                Gpts.FAMILIES,
                FirstOpenModels.FAMILIES,
                LayerNormDecoders.FAMILIES,
                ComposedMixtures.FAMILIES,
                Zambas.FAMILIES,
                ImageStages.FAMILIES,
                GlmVisions.FAMILIES,
                NarrowEncoders.FAMILIES,
                ImageReaders.FAMILIES,
                Mixtures.FAMILIES,
                DeepSeeks.FAMILIES,
                Gemmas.FAMILIES,
                NormVariants.FAMILIES,
                Encoders.FAMILIES,
                EncoderDecoders.FAMILIES,
                Barts.FAMILIES,
                T5s.FAMILIES,
                ModernEncoders.FAMILIES,
                TextEncoders.FAMILIES,
                SparseModels.FAMILIES,
                GroupedExperts.FAMILIES,
                Hybrids.FAMILIES,
                StateSpaces.FAMILIES,
                Rwkvs.FAMILIES,
                LayeredGemmas.FAMILIES,
                Phi4Multimodal.FAMILIES,
                Florences.FAMILIES,
                Multimodals.FAMILIES,
                Llavas.FAMILIES,
                Connectors.FAMILIES,
                Mergers.FAMILIES,
                Listeners.FAMILIES,
                Queriers.FAMILIES,
                Pairs.FAMILIES,
                Visions.FAMILIES,
                Audios.FAMILIES,
                Llama4.FAMILIES,
                Mllama.FAMILIES);
        kin.forEach(families::putAll);
        return families;
    }

    /** The folder's name for a file called config.json, else the file's own. */
    private static String name(Path file) {
        String own = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
        Path folder = file.toAbsolutePath().normalize().getParent();
        return own.equals("config") && folder != null && folder.getFileName() != null
                ? folder.getFileName().toString()
                : own;
    }
}
