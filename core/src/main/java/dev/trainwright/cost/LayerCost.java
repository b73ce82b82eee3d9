package dev.trainwright.cost;

/**
 * What one layer (or the embedding, or the head) costs one rank for one micro-batch. Seconds are of compute unless a field names a way of communicating; those
 * are exposed.
 *
 * @param forward seconds
 * @param backwardInput seconds of the gradients of inputs (B of the zero-bubble paper)
 * @param backwardWeight seconds of the gradients of weights (W)
 * @param recompute seconds that backward computes again
 * @param forwardFlops model FLOPs, forward
 * @param backwardFlops model FLOPs, backward
 * @param recomputeFlops repeated FLOPs
 * @param tensorForward seconds of tensor-parallel collectives
 * @param tensorBackward the same, with what is gathered or recomputed again
 * @param contextForward seconds of context-parallel exchange
 * @param contextBackward the same
 * @param expertForward seconds of all-to-alls
 * @param expertBackward the same, with recomputed ones
 * @param savedBytes activations kept from forward to backward
 * @param workingBytes activations of one layer alive while it is computed, beyond {@code savedBytes}
 * @param parameters on this rank, without routed experts
 * @param expertParameters routed experts on this rank
 * @param trained trained ones among {@code parameters}
 * @param trainedExperts trained ones among {@code expertParameters}
 */
public record LayerCost(
        double forward,
        double backwardInput,
        double backwardWeight,
        double recompute,
        double forwardFlops,
        double backwardFlops,
        double recomputeFlops,
        double tensorForward,
        double tensorBackward,
        double contextForward,
        double contextBackward,
        double expertForward,
        double expertBackward,
        double savedBytes,
        double workingBytes,
        double parameters,
        double expertParameters,
        double trained,
        double trainedExperts) {

    /** Costs nothing. */
    public static final LayerCost ZERO = new LayerCost(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Field by field; of the working bytes the larger, since layers are computed one after another. */
    public LayerCost plus(LayerCost o) {
        return new LayerCost(
                forward + o.forward,
                backwardInput + o.backwardInput,
                backwardWeight + o.backwardWeight,
                recompute + o.recompute,
                forwardFlops + o.forwardFlops,
                backwardFlops + o.backwardFlops,
                recomputeFlops + o.recomputeFlops,
                tensorForward + o.tensorForward,
                tensorBackward + o.tensorBackward,
                contextForward + o.contextForward,
                contextBackward + o.contextBackward,
                expertForward + o.expertForward,
                expertBackward + o.expertBackward,
                savedBytes + o.savedBytes,
                Math.max(workingBytes, o.workingBytes),
                parameters + o.parameters,
                expertParameters + o.expertParameters,
                trained + o.trained,
                trainedExperts + o.trainedExperts);
    }

    /** {@code n} equal layers. */
    public LayerCost times(int n) {
        return n == 0
                ? ZERO
                : new LayerCost(
                        n * forward,
                        n * backwardInput,
                        n * backwardWeight,
                        n * recompute,
                        n * forwardFlops,
                        n * backwardFlops,
                        n * recomputeFlops,
                        n * tensorForward,
                        n * tensorBackward,
                        n * contextForward,
                        n * contextBackward,
                        n * expertForward,
                        n * expertBackward,
                        n * savedBytes,
                        workingBytes,
                        n * parameters,
                        n * expertParameters,
                        n * trained,
                        n * trainedExperts);
    }

    /** Forward with its exposed communication, seconds. */
    public double forwardSeconds() {
        return forward + tensorForward + contextForward + expertForward;
    }

    /** Backward with recomputation and exposed communication, weight gradients included, seconds. */
    public double backwardSeconds() {
        return backwardInput + backwardWeight + recompute + tensorBackward + contextBackward + expertBackward;
    }
}
