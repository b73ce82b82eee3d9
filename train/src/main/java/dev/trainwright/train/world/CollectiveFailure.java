package dev.trainwright.train.world;

/** A collective did not complete: a rank died, fell silent or threw. The group cannot be used any more. */
public final class CollectiveFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CollectiveFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
