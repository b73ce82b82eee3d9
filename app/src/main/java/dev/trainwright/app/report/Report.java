package dev.trainwright.app.report;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Everything a command answers, in the order of reading. */
public record Report(List<Part> parts) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public Report {
        parts = List.copyOf(parts);
    }

    public static Report of(Part... parts) {
        return new Report(List.of(parts));
    }

    /** This report with more parts after it. */
    public Report and(Part... more) {
        return new Report(Stream.concat(parts.stream(), Stream.of(more)).toList());
    }

    /** The report as text for {@code page}'s width and colours. */
    public String text(Page page) {
        parts.forEach(part -> part.print(page));
        return page.toString();
    }

    /** The report as one indented JSON object. Numbers are in SI base units unless the key names another. */
    public String json() {
        ObjectNode object = JSON.createObjectNode();
        parts.forEach(part -> part.write(object));
        return JSON.writeValueAsString(object);
    }
}
