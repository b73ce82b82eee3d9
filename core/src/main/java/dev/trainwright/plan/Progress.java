package dev.trainwright.plan;

/** Hears how far a search has come; called from its threads. */
@FunctionalInterface
public interface Progress {
    /** Hears nothing. */
    Progress NONE = (share, layouts) -> {};

    /**
     * A stretch of the space is done.
     *
     * @param share of the space that is done, 0 to 1
     * @param layouts forecast so far
     */
    void at(double share, long layouts);
}
