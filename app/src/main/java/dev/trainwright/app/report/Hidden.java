package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/** A value for programs; people read it in the words around. */
public record Hidden(String key, Object value) implements Part {
    @Override
    public void print(Page page) {}

    @Override
    public void write(ObjectNode object) {
        Json.put(object, key, value);
    }
}
