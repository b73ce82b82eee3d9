package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/** A piece of a report. */
public interface Part {
    /** Prints this part for people. */
    void print(Page page);

    /** Adds this part's fields; one that only decorates the text adds none. */
    default void write(ObjectNode object) {}
}
