package dev.trainwright.train.nn;

import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;

/** Makes a workload's model ready to be trained. */
public final class Networks {
    private Networks() {}

    /**
     * The network of {@code model}, with exactly its parameters.
     *
     * @throws UnsupportedOperationException naming what cannot be trained here
     */
    public static Network of(Model model) {
        if (model instanceof Transformer transformer) {
            return transformer.main().role().equals("encoder")
                    ? EncoderSpec.of(transformer)
                    : TransformerSpec.of(transformer);
        }
        if (model instanceof ConvNet net) {
            return net.convolutions().isEmpty() ? new Perceptron(net.dense()) : ResidualNetwork.of(net);
        }
        throw new UnsupportedOperationException(
                model.name() + " is known by measurement only, which has no weights: give a model to train");
    }
}
