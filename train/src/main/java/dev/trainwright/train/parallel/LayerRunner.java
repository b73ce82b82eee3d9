package dev.trainwright.train.parallel;

import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Pass;
import org.bytedeco.pytorch.Tensor;

/** Runs one layer forward, with whatever surrounds it. */
@FunctionalInterface
public interface LayerRunner {
    /** Nothing surrounds it. */
    LayerRunner PLAIN = Layer::forward;

    /** The layer's output for {@code x}. */
    Tensor run(Layer layer, Tensor x, Pass pass);
}
