package dev.trainwright.train.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.workload.source.Models;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** A perceptron of one output, against the closed form of least squares. */
class RegressionTest {
    @Test
    void squaredErrorAndItsGradient() {
        Engine.start(1);
        Tensors.scope(() -> {
            List<Layer> layers = Networks.of(Models.perceptron("line", List.of(2, 1)))
                    .layers(new Weights(1, ScalarType.Double, Split.NONE));
            Parameter weight = layers.get(0).parameters().get(0);
            Parameter bias = layers.get(0).parameters().get(1);
            weight.load(Tensors.of(ScalarType.Double, new double[] {2, -1}, 1, 2));
            bias.load(Tensors.of(ScalarType.Double, new double[] {0.5}, 1));
            MicroBatch batch = new MicroBatch(
                    Tensors.of(ScalarType.Double, new double[] {1, 3, -2, 4}, 2, 2),
                    Tensors.of(ScalarType.Double, new double[] {1, -2}, 2),
                    2);
            // Errors: 2 - 3 + 0.5 - 1 = -1.5, and -4 - 4 + 0.5 + 2 = -5.5.
            assertThat(backward(layers, batch)).isCloseTo(1.5 * 1.5 + 5.5 * 5.5, within(1e-12));
            assertThat(Tensors.doubles(weight.value().grad()))
                    .containsExactly(new double[] {2 * (-1.5 * 1 - 5.5 * -2), 2 * (-1.5 * 3 - 5.5 * 4)}, within(1e-12));
            assertThat(Tensors.doubles(bias.value().grad())).containsExactly(new double[] {-14}, within(1e-12));
            assertThat(backward(layers, batch.ignored()))
                    .as("of targets that do not count")
                    .isZero();
            assertThat(Tensors.doubles(bias.value().grad()))
                    .as("nothing was added")
                    .containsExactly(-14);
        });
    }

    private static double backward(List<Layer> layers, MicroBatch batch) {
        Pass pass = new Pass(batch.targets(), new Tape(), null);
        Tensor x = batch.inputs();
        for (Layer layer : layers) {
            x = layer.forward(x, pass);
        }
        Tensors.backward(x, Tensors.of(ScalarType.Double, new double[] {1}, 1).squeeze());
        return x.item_double();
    }
}
