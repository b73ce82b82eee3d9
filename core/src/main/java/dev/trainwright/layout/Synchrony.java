package dev.trainwright.layout;

/** How replicas agree on the weights. */
public sealed interface Synchrony {

    /** All replicas wait for the slowest. */
    Synchrony SYNCHRONOUS = new Synchronous(0);

    /**
     * Every step ends in a reduction over all needed replicas.
     *
     * @param backupWorkers replicas whose lateness is ignored (Chen et al., arXiv 1604.00981)
     */
    record Synchronous(int backupWorkers) implements Synchrony {}

    /**
     * Workers push to a parameter server whenever they are done.
     *
     * @param servers parameter servers, each with one port
     * @param stalenessBound steps that a worker may run ahead of the slowest (SSP, Ho et al. 2013); -1 for none
     */
    record Asynchronous(int servers, int stalenessBound) implements Synchrony {}

    /**
     * Replicas average every {@code localSteps} steps (DiLoCo, arXiv 2311.08105).
     *
     * @param localSteps H
     */
    record LocalSgd(int localSteps) implements Synchrony {}
}
