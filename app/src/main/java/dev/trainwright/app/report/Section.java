package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/**
 * A report inside a report: an object in JSON.
 *
 * @param heading above it; empty for none
 */
public record Section(String key, String heading, Report inner) implements Part {
    @Override
    public void print(Page page) {
        page.heading(heading);
        inner.parts().forEach(part -> part.print(page));
    }

    @Override
    public void write(ObjectNode object) {
        ObjectNode nested = object.putObject(key);
        inner.parts().forEach(part -> part.write(nested));
    }
}
