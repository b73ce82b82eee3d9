package dev.trainwright.train.checkpoint;

/** A checkpoint cannot be used: it is damaged, or another model's; the message names file and cause. */
public final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CheckpointException(String message) {
        super(message);
    }

    CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
