package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/**
 * One paragraph.
 *
 * @param key the string in JSON
 */
public record Sentence(String key, String words) implements Part {
    @Override
    public void print(Page page) {
        page.paragraph("", words);
    }

    @Override
    public void write(ObjectNode object) {
        object.put(key, words);
    }
}
