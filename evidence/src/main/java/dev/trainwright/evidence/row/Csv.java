package dev.trainwright.evidence.row;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/** CSV with a header whose names are known. */
final class Csv {
    private static final CsvMapper MAPPER =
            CsvMapper.builder().enable(CsvReadFeature.WRAP_AS_ARRAY).build();

    private Csv() {}

    /**
     * The records of {@code reader} by header.
     *
     * @throws RowFileException when a column is missing, unknown or doubled, or a line has more cells than the header
     */
    static List<Map<String, String>> records(String name, Reader reader, List<String> expected) throws IOException {
        List<Map<String, String>> records = new ArrayList<>();
        try (MappingIterator<String[]> lines = MAPPER.readerFor(String[].class).readValues(reader)) {
            if (!lines.hasNextValue()) {
                throw new RowFileException(name, List.of("the file is empty; a header is needed"));
            }
            List<String> header = List.of(lines.nextValue());
            check(name, header, expected);
            CsvSchema schema = schema(header);
            while (lines.hasNextValue()) {
                records.add(record(name, records.size() + 2L, schema, lines.nextValue()));
            }
        } catch (JacksonException malformed) {
            throw new RowFileException(name, List.of("not CSV: " + malformed.getOriginalMessage()));
        }
        return records;
    }

    private static CsvSchema schema(List<String> header) {
        CsvSchema.Builder schema = CsvSchema.builder();
        header.forEach(schema::addColumn);
        return schema.build();
    }

    private static Map<String, String> record(String name, long row, CsvSchema schema, String[] cells) {
        if (cells.length > schema.size()) {
            throw new RowFileException(
                    name,
                    List.of("row " + row + " has " + cells.length + " cells under " + schema.size() + " columns"));
        }
        Map<String, String> record = new java.util.HashMap<>();
        for (int i = 0; i < cells.length; i++) {
            record.put(schema.columnName(i), cells[i]);
        }
        return record;
    }

    private static void check(String name, List<String> header, List<String> expected) {
        List<String> problems = new ArrayList<>();
        Set<String> missing = new LinkedHashSet<>(expected);
        header.forEach(missing::remove);
        Set<String> unknown = new LinkedHashSet<>(header);
        expected.forEach(unknown::remove);
        if (!missing.isEmpty()) {
            problems.add("missing columns: " + String.join(", ", missing));
        }
        if (!unknown.isEmpty()) {
            problems.add(
                    "unknown columns: " + String.join(", ", unknown) + "; accepted: " + String.join(", ", expected));
        }
        if (header.size() != Set.copyOf(header).size()) {
            problems.add("a column stands in the header twice");
        }
        if (!problems.isEmpty()) {
            throw new RowFileException(name, problems);
        }
    }
}
