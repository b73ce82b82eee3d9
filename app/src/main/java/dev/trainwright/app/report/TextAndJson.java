package dev.trainwright.app.report;

import tools.jackson.databind.node.ObjectNode;

/**
 * One thing shown in two ways.
 *
 * @param text what people read
 * @param json what programs read
 */
public record TextAndJson(Part text, Part json) implements Part {

    /** A part that only programs read: the text says the same elsewhere. */
    public static Part jsonOnly(Part part) {
        return new TextAndJson(page -> {}, part);
    }

    /** A part that only people read: programs find the same elsewhere. */
    public static Part textOnly(Part part) {
        return new TextAndJson(part, page -> {});
    }

    /** A field that is null because what it would hold does not apply. */
    public static Part nothing(String key) {
        return new Part() {
            @Override
            public void print(Page page) {}

            @Override
            public void write(ObjectNode object) {
                object.putNull(key);
            }
        };
    }

    @Override
    public void print(Page page) {
        text.print(page);
    }

    @Override
    public void write(ObjectNode object) {
        json.write(object);
    }
}
