package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/** A yes or no for programs; people read it in the words around. */
public record Flag(String key, boolean value) implements Part {
    @Override
    public void print(Page page) {}

    @Override
    public void write(ObjectNode object) {
        object.put(key, value);
    }
}
