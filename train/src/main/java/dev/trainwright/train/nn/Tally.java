package dev.trainwright.train.nn;

/** Counts right predictions while a model is evaluated. */
public final class Tally {
    private long correct;
    private boolean told;

    void add(long more) {
        told = true;
        correct += more;
    }

    /** Whether the model tells classes apart, so that there are right predictions. */
    public boolean told() {
        return told;
    }

    /** Targets to which the model gives the largest logit. */
    public long correct() {
        return correct;
    }
}
