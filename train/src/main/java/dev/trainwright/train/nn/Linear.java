package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** A product with a matrix of outputs x inputs, and perhaps a bias. */
final class Linear {
    private final Parameter weight;
    private final @Nullable Parameter bias;
    private final @Nullable Adapter adapter;

    private Linear(Parameter weight, @Nullable Parameter bias, @Nullable Adapter adapter) {
        this.weight = weight;
        this.bias = bias;
        this.adapter = adapter;
    }

    /** Split by outputs: each rank makes its share of them. */
    static Linear column(Weights weights, String name, long in, long out, boolean bias, double deviation) {
        return new Linear(
                weights.normal(name + ".weight", deviation, 0, out, in),
                bias ? weights.constant(name + ".bias", 0, 0, out) : null,
                weights.adapter(name, in, out));
    }

    /** Split by inputs: each rank makes a part of every output, to be summed; the bias is whole. */
    static Linear row(Weights weights, String name, long in, long out, boolean bias, double deviation) {
        return new Linear(
                weights.normal(name + ".weight", deviation, 1, out, in),
                bias ? weights.constant(name + ".bias", 0, -1, out) : null,
                weights.adapter(name, in, out));
    }

    /** Not split. */
    static Linear whole(Weights weights, String name, long in, long out, double deviation) {
        return new Linear(
                weights.normal(name + ".weight", deviation, -1, out, in),
                weights.constant(name + ".bias", 0, -1, out),
                null);
    }

    List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(List.of(weight));
        if (bias != null) {
            parameters.add(bias);
        }
        if (adapter != null) {
            parameters.addAll(adapter.parameters());
        }
        return parameters;
    }

    /** Product and bias, where the bias belongs to this rank's outputs. */
    Tensor apply(Tensor x) {
        Tensor y = product(x);
        return bias == null ? y : y.add(bias.value());
    }

    /** The product, with its adapter's change. */
    Tensor product(Tensor x) {
        Tensor y = torch.linear(x, weight.value());
        return adapter == null ? y : y.add(adapter.apply(x));
    }

    /** The product summed over {@code split}, then the bias. */
    Tensor applySummed(Tensor x, Split split, Tape tape) {
        Tensor sum = split.exit(product(x), tape);
        return bias == null ? sum : sum.add(bias.value());
    }
}
