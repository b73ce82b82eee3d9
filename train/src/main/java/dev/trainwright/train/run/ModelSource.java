package dev.trainwright.train.run;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.train.nn.Adapted;
import dev.trainwright.train.nn.ConfigOf;
import dev.trainwright.train.nn.EncoderSpec;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.nn.TransformerSpec;
import dev.trainwright.train.pretrained.AdapterFolder;
import dev.trainwright.train.pretrained.ModelFolder;
import dev.trainwright.train.pretrained.Pretrained;
import dev.trainwright.train.pretrained.SavedModel;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.ModelFiles;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is trained, and where it goes.
 *
 * @param network with the weights of its files, where it has some
 * @param result how the trained model is written, null where it is not
 */
record ModelSource(Network network, @Nullable SavedModel result) {
    /**
     * Makes the workload's model.
     *
     * @throws UnsupportedOperationException naming all that can be forecast but not run here
     * @throws IllegalArgumentException for values that contradict one another
     */
    static ModelSource open(RunOptions options, Workload workload, Layout layout) {
        refuse(workload, layout);
        Network network = Networks.of(workload.model());
        if (!(workload.model() instanceof Transformer model)) {
            if (options.save() != null || workload.fineTuning() instanceof FineTuning.LowRank) {
                throw new UnsupportedOperationException(
                        "adapters, and models saved for other tools, are transformers' alone, and "
                                + workload.model().name() + " is none");
            }
            return new ModelSource(network, null);
        }
        TransformerSpec spec = network instanceof EncoderSpec encoder ? encoder.body() : (TransformerSpec) network;
        int sequence = Math.toIntExact(workload.sequence());
        if (spec.positions() > 0 && sequence > spec.positions()) {
            throw new IllegalArgumentException(
                    "a sequence of " + sequence + " tokens in a model of " + spec.positions() + " positions");
        }
        Network tuned = workload.fineTuning() instanceof FineTuning.LowRank adapters
                ? new Adapted(decoder(network), adapters)
                : network;
        ModelFiles files = model.files();
        Network loaded = files == null || files.weights() == null
                ? tuned
                : new Pretrained(tuned, model.family(), files.weights());
        return new ModelSource(
                loaded, options.save() == null ? null : result(options.save(), network, model, workload));
    }

    private static TransformerSpec decoder(Network network) {
        if (network instanceof TransformerSpec spec) {
            return spec;
        }
        throw new UnsupportedOperationException("adapters on an encoder can be forecast but not yet trained here");
    }

    private static SavedModel result(String folder, Network network, Transformer model, Workload workload) {
        String[] there = Path.of(folder).toFile().list();
        if (there != null && there.length > 0) {
            throw new IllegalArgumentException(
                    "the model is to be saved in " + folder + ", which holds something already: give another folder");
        }
        ModelFiles files = model.files();
        if (workload.fineTuning() instanceof FineTuning.LowRank adapters) {
            if (files == null || files.weights() == null || decoder(network).positions() > 0) {
                throw new UnsupportedOperationException(
                        "adapters are saved for models from files whose queries, keys and values are matrices of their own, as Llama's, and not for "
                                + model.name());
            }
            return new AdapterFolder(adapters, files.weights().toString());
        }
        return files != null
                ? new ModelFolder(model.family(), Map.of(), files, ModelFolder.LARGEST_BYTES)
                : new ModelFolder(
                        ConfigOf.family(network),
                        ConfigOf.of(network, Math.toIntExact(workload.sequence())),
                        null,
                        ModelFolder.LARGEST_BYTES);
    }

    private static void refuse(Workload workload, Layout layout) {
        List<String> problems = new ArrayList<>();
        if (workload.dropout()) {
            problems.add("dropout can be forecast but not yet run: dropout: false can");
        }
        if (!workload.fusedAttention()) {
            problems.add("attention: unfused can be forecast but not run: fused can");
        }
        if (workload.fineTuning() instanceof FineTuning.LowRank adapters) {
            if (adapters.base() != NumberFormat.FP32) {
                problems.add(
                        "frozen weights are kept in fp32 here (method: lora with precision fp32 or amp-bf16), not in "
                                + adapters.base());
            }
            if (layout.tp() > 1 || layout.zero() == ZeroStage.ZERO_3) {
                problems.add("low-rank adapters run with tp: 1 and zero: 0 to 2");
            }
        }
        if (!problems.isEmpty()) {
            throw new UnsupportedOperationException(String.join("; ", problems));
        }
    }
}
