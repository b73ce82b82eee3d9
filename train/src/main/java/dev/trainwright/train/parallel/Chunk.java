package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Pass;
import dev.trainwright.train.nn.Tally;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive layers on one rank: the whole model, or one pipeline stage's part of it.
 *
 * @param layers in order
 * @param runner runs each of them
 * @param sync of their gradients
 */
public record Chunk(List<Layer> layers, LayerRunner runner, GradientSync sync, Clock clock) {
    /** A micro-batch between its forward and its backward pass: all that Java holds of it, kept beyond the scope it was made in until it is closed. */
    public record InFlight(Tensor input, Tensor output, Tape tape) implements AutoCloseable {
        public InFlight {
            input = Tensors.keep(Tensors.own(input));
            output = Tensors.keep(Tensors.own(output));
        }

        @Override
        public void close() {
            output.releaseReference();
            input.releaseReference();
            tape.close();
        }
    }

    public Chunk {
        layers = List.copyOf(layers);
    }

    /** Runs all layers; {@code input} is what the chunk before sent, or the micro-batch's inputs. */
    public InFlight forward(Tensor input, MicroBatch batch) {
        return forward(input, batch, null);
    }

    /** The same, counting right predictions in {@code tally}. */
    InFlight forward(Tensor input, MicroBatch batch, @Nullable Tally tally) {
        Tape tape = new Tape();
        Pass pass = new Pass(batch.targets(), tape, tally);
        Tensor[] output = new Tensor[1];
        clock.run(
                Term.FORWARD,
                () -> output[0] = Tensors.scope(() -> {
                    Tensor x = input;
                    for (Layer layer : layers) {
                        x = through(layer, x, pass);
                    }
                    return x;
                }));
        return new InFlight(input, output[0], tape);
    }

    /**
     * Backpropagates {@code gradient} of the output; afterwards the input has its own.
     *
     * @param last whether this is the window's last micro-batch
     */
    public void backward(InFlight flight, Tensor gradient, boolean last) {
        sync.beforeBackward(last);
        clock.run(Term.BACKWARD, () -> sync.backward(() -> Tensors.backward(flight.output(), gradient)));
        sync.afterBackward(last);
    }

    /** What the layer made and its graph does not need is freed at once. */
    private Tensor through(Layer layer, Tensor x, Pass pass) {
        return Tensors.scope(() -> runner.run(layer, x, pass));
    }
}
