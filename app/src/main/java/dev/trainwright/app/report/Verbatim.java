package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/**
 * Lines for another program, as they are.
 *
 * @param key the string in JSON
 */
public record Verbatim(String key, String text) implements Part {
    @Override
    public void print(Page page) {
        page.verbatim(text);
    }

    @Override
    public void write(ObjectNode object) {
        object.put(key, text);
    }
}
