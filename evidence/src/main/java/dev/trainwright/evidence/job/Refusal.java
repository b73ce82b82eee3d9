package dev.trainwright.evidence.job;

/** A row that cannot be forecast because information is missing. The message is the reason that reports count. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refusal(String reason) {
        super(reason);
    }
}
