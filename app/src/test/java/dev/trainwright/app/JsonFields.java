package dev.trainwright.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Names of JSON fields: those that a command gives, and those that docs/json.md promises. */
final class JsonFields {

    private JsonFields() {}

    /** Names with dots between objects and brackets behind arrays; an interval counts as one. */
    static Set<String> of(JsonNode json) {
        return names("", json);
    }

    /** The fields of one command's section. */
    static Set<String> documented(String command) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "json.md"));
        String section = page.substring(page.indexOf("## " + command + "\n") + 3);
        int end = section.indexOf("\n## ");
        return (end < 0 ? section : section.substring(0, end))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(String prefix, JsonNode node) {
        var names = new TreeSet<String>();
        node.properties().forEach(entry -> {
            String name = prefix + entry.getKey();
            JsonNode value = entry.getValue();
            if (value.isObject() && !entry.getKey().equals("interval")) {
                names.addAll(names(name + ".", value));
            } else if (value.isArray() && !value.isEmpty() && value.get(0).isObject()) {
                names.addAll(names(name + "[].", value.get(0)));
            } else {
                names.add(value.isArray() ? name + "[]" : name);
            }
        });
        return names;
    }
}
