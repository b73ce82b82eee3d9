package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/**
 * One paragraph.
 *
 * @param key the string in JSON
 * @param lead what stands before the words in text alone
 */
public record Sentence(String key, String lead, String words) implements Part {
    /** A paragraph without a lead. */
    public Sentence(String key, String words) {
        this(key, "", words);
    }

    @Override
    public void print(Page page) {
        page.paragraph(lead, words);
    }

    @Override
    public void write(ObjectNode object) {
        object.put(key, words);
    }
}
