package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What fills the blanks of rows: one versioned file per source, each value with its reason; then what is known of named models; then general defaults. A value
 * that a row gives is never replaced.
 *
 * @param files in the order they are asked
 */
public record Assumptions(List<Book> files) {

    /** One file. */
    record Book(String name, int version, Pattern source, List<Rule> rules) {}

    /** Values for rows whose cells match. */
    record Rule(Map<Column, Pattern> when, Map<Column, String> set, String why) {
        boolean applies(Inputs inputs) {
            return when.entrySet().stream()
                    .allMatch(e ->
                            e.getValue().matcher(inputs.text(e.getKey(), "")).find());
        }
    }

    /** A file's text. */
    private record BookText(int version, String source, List<RuleText> rules) {}

    /** A rule's text. */
    private record RuleText(Map<String, String> when, Map<String, String> set, String why) {}

    /**
     * A row without blanks that matter.
     *
     * @param inputs the row's own values and the assumed ones
     * @param assumed a sentence for each assumed value
     */
    public record Filled(Inputs inputs, List<String> assumed) {
        public Filled {
            assumed = List.copyOf(assumed);
        }
    }

    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    public Assumptions {
        files = List.copyOf(files);
    }

    /** The project's own files, in the order of {@code assumptions/index.txt}. */
    public static Assumptions own() {
        List<Book> books = new ArrayList<>();
        for (String name : text("index.txt").lines().filter(l -> !l.isBlank()).toList()) {
            books.add(book(name, YAML.readValue(text(name), BookText.class)));
        }
        return new Assumptions(books);
    }

    /** Those that hold for any source: what rows of a source without a file of its own are filled with. */
    public Assumptions ofAnySource() {
        return new Assumptions(
                files.stream().filter(book -> book.source.pattern().isEmpty()).toList());
    }

    /** Fills the blanks of {@code inputs}. */
    public Filled fill(Inputs inputs) {
        Inputs filled = inputs;
        List<String> assumed = new ArrayList<>();
        String source = inputs.text(Column.SOURCE, "");
        for (Book book : files) {
            if (book.source.matcher(source).find()) {
                for (Rule rule : book.rules) {
                    filled = filled(filled, rule, assumed);
                }
            }
        }
        return new Filled(filled, assumed);
    }

    private static Inputs filled(Inputs inputs, Rule rule, List<String> assumed) {
        if (!rule.applies(inputs)) {
            return inputs;
        }
        Map<Column, String> blanks = new EnumMap<>(Column.class);
        rule.set.forEach((column, value) -> {
            if (!inputs.has(column)) {
                blanks.put(column, value);
                assumed.add(column.header() + " " + value + ": " + rule.why);
            }
        });
        return inputs.filledWith(blanks);
    }

    private static Book book(String name, BookText text) {
        List<Rule> rules = new ArrayList<>();
        for (RuleText rule : text.rules) {
            Map<Column, Pattern> when = new EnumMap<>(Column.class);
            if (rule.when != null) {
                rule.when.forEach((column, regex) ->
                        when.put(column(name, column), Pattern.compile(regex, Pattern.CASE_INSENSITIVE)));
            }
            Map<Column, String> set = new EnumMap<>(Column.class);
            rule.set.forEach((column, value) -> set.put(column(name, column), value));
            rules.add(new Rule(when, set, rule.why));
        }
        return new Book(name, text.version, Pattern.compile(text.source, Pattern.CASE_INSENSITIVE), rules);
    }

    private static Column column(String file, String header) {
        return Column.named(header.toLowerCase(Locale.ROOT))
                .filter(Column.VISIBLE::contains)
                .orElseThrow(() -> new IllegalArgumentException(file + ": '" + header + "' is no input of a row"));
    }

    private static String text(String name) {
        try (InputStream in = Assumptions.class.getResourceAsStream("/dev/trainwright/evidence/assumptions/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
