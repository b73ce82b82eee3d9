package dev.trainwright.train.world;

/** The variables that say who this process is are missing or contradict one another; the message says which and what is accepted. */
public final class RendezvousException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RendezvousException(String message) {
        super(message);
    }
}
