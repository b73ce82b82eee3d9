package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** One step of a model, the unit that pipelines, recomputation and ZeRO work on. */
public interface Layer {
    /** Its parameters; one that an earlier layer lists too is shared with it. */
    List<Parameter> parameters();

    /**
     * The next layer's input. The first layer takes a micro-batch's inputs; the last one returns the summed loss.
     *
     * @param x what the layer before returned
     * @param pass the micro-batch and what surrounds it
     */
    Tensor forward(Tensor x, Pass pass);
}
