package dev.trainwright.train.parallel;

import dev.trainwright.train.nn.Parameter;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/**
 * A tensor that this rank's optimizer updates: a parameter, or a flat shard of several.
 *
 * @param name unique on this rank
 * @param weights updated in place
 * @param gradient its gradient when the window is complete
 * @param replicated whether every tensor-parallel rank holds the same
 * @param pieces which parts of which parameters it holds, in order
 */
public record Slot(String name, Tensor weights, Supplier<Tensor> gradient, boolean replicated, List<Piece> pieces) {
    /**
     * A run of elements of one parameter.
     *
     * @param parameter whose
     * @param from first element of the parameter's local, flattened value
     * @param to behind the last
     * @param offset where the run begins in the flattened slot
     */
    public record Piece(Parameter parameter, long from, long to, long offset) {}

    public Slot {
        pieces = List.copyOf(pieces);
    }

    /** Whether it belongs to an expert that only some replicas hold. */
    public boolean expert() {
        return pieces.stream().anyMatch(piece -> piece.parameter().expert());
    }

    /** The slot of a whole parameter. */
    public static Slot of(Parameter parameter) {
        return new Slot(
                parameter.name(),
                parameter.value(),
                () -> parameter.value().grad(),
                parameter.replicated(),
                List.of(new Piece(parameter, 0, parameter.elements(), 0)));
    }
}
