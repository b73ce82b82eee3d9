package dev.trainwright.app.report;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sentences, a paragraph each, marked where there are several.
 *
 * @param key the array of strings in JSON; empty to leave them out
 * @param heading above them; empty for none
 */
public record Text(String key, String heading, List<String> sentences) implements Part {
    public Text {
        sentences = List.copyOf(sentences);
    }

    @Override
    public void print(Page page) {
        if (sentences.isEmpty()) {
            return;
        }
        page.heading(heading);
        String mark = sentences.size() > 1 ? "  - " : "  ";
        sentences.forEach(sentence -> page.paragraph(mark, sentence));
    }

    @Override
    public void write(ObjectNode object) {
        if (!key.isEmpty()) {
            var array = object.putArray(key);
            sentences.forEach(array::add);
        }
    }
}
