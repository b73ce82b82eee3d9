package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** A model that can be trained: how its layers are made, and what passes between them. */
public interface Network {
    /** Parameters of the whole. */
    long parameters();

    /** What its loss counts: {@code tokens} or {@code samples}. */
    String unit();

    /** All layers, first to last; the last one returns the summed loss. */
    List<Layer> layers(Weights weights);

    /**
     * Shape of what passes between inner layers, and so between pipeline stages.
     *
     * @param inputs a micro-batch's
     * @throws UnsupportedOperationException where shapes differ from layer to layer
     */
    long[] boundary(Tensor inputs);
}
