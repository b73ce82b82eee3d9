package dev.trainwright.evidence.row;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the remarks beside a row tell about the run, as figures and words of our own. Remarks come in the words of whoever read the source, or as the tags that
 * {@link #tags()} writes; both give the same facts.
 *
 * @param settings what was run
 * @param outOfMemory whether the run did not fit
 * @param hardwareTflops TFLOP/s of one device with recomputation counted, or null
 */
public record Notes(
        Map<Column, String> settings,
        boolean outOfMemory,
        @Nullable Double hardwareTflops) {
    private static final String OOM = "oom";
    private static final String HARDWARE = "hardware_tflops";
    private static final Pattern TAG = Pattern.compile("[a-z_]+(=[^=]*)?");

    public Notes {
        Map<Column, String> copy = new EnumMap<>(Column.class);
        copy.putAll(settings);
        settings = Collections.unmodifiableMap(copy);
    }

    /** Reads a notes cell; an empty one tells nothing. */
    public static Notes of(String cell) {
        return tags(cell)
                .orElseGet(() -> new Notes(
                        NoteWords.settings(cell),
                        cell.toLowerCase(Locale.ROOT).startsWith(OOM),
                        NoteWords.hardwareTflops(cell)));
    }

    /** The facts as tags: {@code oom; table=4f21; variant=xla}. */
    public String tags() {
        StringBuilder tags = new StringBuilder(outOfMemory ? OOM : "");
        settings.forEach((column, value) -> append(tags, column.header() + "=" + value));
        if (hardwareTflops != null) {
            append(tags, HARDWARE + "=" + hardwareTflops);
        }
        return tags.toString();
    }

    private static void append(StringBuilder tags, String tag) {
        tags.append(tags.isEmpty() ? "" : "; ").append(tag);
    }

    private static Optional<Notes> tags(String cell) {
        Map<String, String> tags = Pattern.compile(";")
                .splitAsStream(cell)
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.toMap(part -> part.split("=", 2)[0], part -> part, (first, second) -> first));
        Map<Column, String> settings = new EnumMap<>(Column.class);
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            String text = tag.getValue();
            if (!TAG.matcher(text).matches()) {
                return Optional.empty();
            }
            if (text.equals(OOM) || tag.getKey().equals(HARDWARE)) {
                continue;
            }
            Optional<Column> column = Column.named(tag.getKey()).filter(Column.VISIBLE::contains);
            if (column.isEmpty() || !text.contains("=")) {
                return Optional.empty();
            }
            settings.put(column.get(), text.substring(text.indexOf('=') + 1));
        }
        String hardware = tags.get(HARDWARE);
        Double tflops =
                hardware == null ? null : Cells.positive(Column.NOTES, hardware.substring(HARDWARE.length() + 1));
        return Optional.of(new Notes(settings, tags.containsKey(OOM), tflops));
    }
}
