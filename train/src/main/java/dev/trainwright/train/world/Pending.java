package dev.trainwright.train.world;

/** A collective under way. */
@FunctionalInterface
public interface Pending {
    /** Nothing to wait for. */
    Pending DONE = () -> {};

    /**
     * Waits until it is done.
     *
     * @throws CollectiveFailure when a rank died, or was silent for longer than the group's timeout
     */
    void await();
}
