package dev.trainwright.plan;

/** What makes one layout better than another. */
public enum Objective {
    /** Fewer seconds for the same number of samples. */
    TIME,
    /** Fewer device-seconds for the same number of samples, failures included: the bill at any price. */
    COST,
    /** More memory left on the fullest device; of two that leave the same, the faster. */
    MEMORY
}
