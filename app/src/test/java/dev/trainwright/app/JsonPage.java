package dev.trainwright.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What docs/json.md promises: a section for each command, with its fields and the lines that show them. */
record JsonPage(Map<String, Section> sections) {
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|");
    private static final Pattern LINK = Pattern.compile("\\[(.+)]\\(#\\1\\)");
    private static final String PROMPT = "./trainwright ";

    /**
     * One section.
     *
     * @param commands lines to run, without the name of the program
     * @param fields unit by the name of a field
     */
    record Section(List<String> commands, Map<String, String> fields) {}

    static JsonPage read() throws IOException {
        Map<String, Section> sections = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "json.md"))) {
            if (line.startsWith("## ") || line.startsWith("### ")) {
                sections.put(line.replaceFirst("#+ ", ""), new Section(new ArrayList<>(), new LinkedHashMap<>()));
            } else if (line.startsWith(PROMPT)) {
                last(sections).commands().add(line.substring(PROMPT.length()));
            } else if (line.startsWith("| `")) {
                Matcher row = ROW.matcher(line);
                if (!row.matches() || last(sections).fields().put(row.group(1), row.group(2)) != null) {
                    throw new AssertionError("not a field, its unit and its meaning, once: " + line);
                }
            }
        }
        return new JsonPage(sections);
    }

    /** The section of a command. */
    Section section(String name) {
        Section section = sections.get(name);
        if (section == null) {
            throw new IllegalArgumentException("docs/json.md has no section " + name);
        }
        return section;
    }

    /** All fields of a command, those of the objects that it links to in their place. */
    Map<String, String> fields(String section) {
        Map<String, String> all = new LinkedHashMap<>();
        section(section).fields().forEach((field, unit) -> {
            Matcher link = LINK.matcher(unit);
            if (link.matches()) {
                String prefix = field.equals(".") ? "" : field + ".";
                fields(link.group(1)).forEach((inner, innerUnit) -> all.put(prefix + inner, innerUnit));
            } else {
                all.put(field, unit);
            }
        });
        return all;
    }

    private static Section last(Map<String, Section> sections) {
        return List.copyOf(sections.values()).get(sections.size() - 1);
    }
}
