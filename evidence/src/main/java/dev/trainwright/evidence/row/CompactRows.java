package dev.trainwright.evidence.row;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Carries rows into the project: every figure and the source's name as they are, remarks as the tags of {@link Notes}. */
public final class CompactRows {
    private static final Pattern DEGRADED = Pattern.compile("degraded|considers .* slow", Pattern.CASE_INSENSITIVE);

    private CompactRows() {}

    /** Copies a file of rows from {@code in} to {@code out}; {@link RowReader} reads the same from both. */
    public static void copy(String name, Reader in, Writer out) throws IOException {
        List<String> header = Column.OF_FILE.stream().map(Column::header).toList();
        out.write(String.join(",", header) + "\n");
        for (Map<String, String> record : Csv.records(name, in, header)) {
            Notes notes = Notes.of(record.getOrDefault(Column.NOTES.header(), ""));
            Map<Column, String> settings = new EnumMap<>(Column.class);
            settings.putAll(notes.settings());
            String precision = settings.remove(Column.PRECISION);
            if (precision != null) {
                record.put(Column.PRECISION.header(), precision);
            }
            record.put(Column.NOTES.header(), new Notes(settings, notes.outOfMemory(), notes.hardwareTflops()).tags());
            record.put(Column.DERIVED_FIELDS.header(), "");
            out.write(line(header, record));
        }
    }

    /** Copies a file of collectives. */
    public static void copyCollectives(String name, Reader in, Writer out) throws IOException {
        out.write(String.join(",", CollectiveReader.HEADER) + "\n");
        for (Map<String, String> record : Csv.records(name, in, CollectiveReader.HEADER)) {
            record.put(
                    "notes", DEGRADED.matcher(record.getOrDefault("notes", "")).find() ? "degraded" : "");
            out.write(line(CollectiveReader.HEADER, record));
        }
    }

    private static String line(List<String> header, Map<String, String> record) {
        return header.stream()
                        .map(column -> quoted(record.getOrDefault(column, "")))
                        .collect(Collectors.joining(",")) + "\n";
    }

    /** Quoted where CSV (RFC 4180) asks for it. */
    private static String quoted(String cell) {
        return cell.matches("(?s).*[,\"\r\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
