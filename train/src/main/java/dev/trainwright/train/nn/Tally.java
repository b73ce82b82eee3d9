package dev.trainwright.train.nn;

/** Counts right predictions while a model is evaluated. */
public final class Tally {
    private long correct;

    void add(long more) {
        correct += more;
    }

    /** Targets to which the model gives the largest logit. */
    public long correct() {
        return correct;
    }
}
