package dev.trainwright.train.data;

import static dev.trainwright.train.nn.Losses.IGNORED;

import dev.trainwright.train.engine.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * What one forward pass sees.
 *
 * @param inputs samples x ...
 * @param targets the classes or numbers that the loss compares with
 * @param counted targets that count (without padding): what the summed loss is divided by, added up over the window
 */
public record MicroBatch(Tensor inputs, Tensor targets, long counted) {
    /** The same inputs with targets that do not count. */
    public MicroBatch ignored() {
        double none = targets.is_floating_point() ? Double.NaN : IGNORED;
        return new MicroBatch(inputs, targets.fill_(Tensors.scalar(none)), 0);
    }
}
