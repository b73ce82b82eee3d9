package dev.trainwright.layout;

/**
 * Which communication may hide behind compute.
 *
 * @param dataParallel gradient buckets behind backward, gathers behind forward
 * @param tensorParallel tensor-parallel collectives behind the matrix products next to them
 * @param expertParallel all-to-alls behind other compute
 * @param pipeline point-to-point transfers behind compute
 */
public record Overlap(boolean dataParallel, boolean tensorParallel, boolean expertParallel, boolean pipeline) {

    /** What mainstream runtimes do when nothing is said: data-parallel overlap only. */
    public static final Overlap DEFAULT = new Overlap(true, false, false, false);
}
