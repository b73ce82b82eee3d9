package dev.trainwright.plan;

import dev.trainwright.layout.Rule;

/** What search rejects besides layouts that break a {@link Rule}; numbered behind the rules. */
enum SearchRule {
    /** Counted once. */
    REPEATS("the same as another layout"),
    /** A chunk is taken to need 1/v of its stage's time; a job file may still ask for unequal ones. */
    EQUAL_CHUNKS("interleaved chunks are equal, embedding and head counted as layers where that helps"),
    /** What is offloaded is more than the host has. */
    HOST_MEMORY("what is offloaded fits the host's memory"),
    /** The fullest device holds more than it has. */
    MEMORY("does not fit");

    private static final int RULES = Rule.values().length;

    private final String words;

    SearchRule(String words) {
        this.words = words;
    }

    /** Its number among all reasons to reject a layout. */
    int number() {
        return RULES + ordinal();
    }

    /** All reasons to reject a layout. */
    static int count() {
        return RULES + values().length;
    }

    /** The reason of that number in words. */
    static String words(int number) {
        return number < RULES ? Rule.values()[number].statement() : values()[number - RULES].words;
    }
}
