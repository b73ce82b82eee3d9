package dev.trainwright.train.nn;

import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;

/** Builds the layers of a workload's model. */
public final class Models {
    /** Deviation of initial weights, GPT-2's. */
    private static final double DEVIATION = 0.02;

    private Models() {}

    /**
     * All layers of {@code model}, first to last.
     *
     * @throws UnsupportedOperationException naming what cannot be trained here
     */
    public static List<Layer> of(Model model, Weights weights) {
        if (model instanceof Transformer transformer) {
            return transformer(TransformerSpec.of(transformer), weights);
        }
        String what =
                model instanceof ConvNet ? "a list of convolutions without their wiring" : "known by measurement only";
        throw new UnsupportedOperationException(
                model.name() + " is " + what + ": train a transformer, or build layers in Java"
                        + (model instanceof MeasuredModel ? " (a measurement has no weights)" : ""));
    }

    /** A transformer's layers. */
    public static List<Layer> transformer(TransformerSpec spec, Weights weights) {
        List<Layer> layers = new ArrayList<>();
        Embedding embedding = new Embedding(weights, spec, DEVIATION);
        layers.add(embedding);
        for (int i = 0; i < spec.layers(); i++) {
            layers.add(new DecoderLayer(weights, spec, i, DEVIATION));
        }
        Parameter table = spec.tied()
                ? embedding.table()
                : weights.normal("lm_head.weight", DEVIATION, 0, spec.vocab(), spec.hidden());
        layers.add(new LanguageHead(weights, spec, table));
        return List.copyOf(layers);
    }

    /**
     * A multilayer perceptron for classification.
     *
     * @param widths of input, hidden layers and classes
     */
    public static List<Layer> perceptron(Weights weights, long... widths) {
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i + 1 < widths.length; i++) {
            layers.add(new Dense(weights, "layers." + i, widths[i], widths[i + 1], i + 2 < widths.length));
        }
        layers.add(new ClassLoss());
        return List.copyOf(layers);
    }

    /** A residual network for square grey images (He et al., arXiv 1512.03385), group norm in place of batch norm, which no split changes. */
    public static List<Layer> residual(Weights weights, int channels, int blocks, int classes) {
        List<Layer> layers = new ArrayList<>();
        layers.add(new Convolution(weights, "stem", 1, channels));
        for (int i = 0; i < blocks; i++) {
            layers.add(new ResidualBlock(weights, "blocks." + i, channels));
        }
        layers.add(new Pool());
        layers.add(new Dense(weights, "classifier", channels, classes, false));
        layers.add(new ClassLoss());
        return List.copyOf(layers);
    }
}
