package dev.trainwright.train.nn;

import dev.trainwright.workload.ConvNet;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A multilayer perceptron: dense layers, a rectifier between them. One output is a number under squared error; several are classes.
 *
 * @param dense in order
 */
record Perceptron(List<ConvNet.Dense> dense) implements Network {
    Perceptron {
        dense = List.copyOf(dense);
    }

    @Override
    public long parameters() {
        return dense.stream().mapToLong(ConvNet.Dense::parameters).sum();
    }

    @Override
    public String unit() {
        return "samples";
    }

    @Override
    public List<Layer> layers(Weights weights) {
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < dense.size(); i++) {
            ConvNet.Dense d = dense.get(i);
            layers.add(new Dense(weights, "layers." + i, d.inputs(), d.outputs(), i + 1 < dense.size()));
        }
        layers.add(dense.get(dense.size() - 1).outputs() == 1 ? new SquaredLoss() : new ClassLoss());
        return List.copyOf(layers);
    }

    @Override
    public long[] boundary(Tensor inputs) {
        throw new UnsupportedOperationException("layers of a perceptron pass on different widths: pp: 1 is run");
    }
}
