package dev.trainwright.evidence.row;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads files of rows: CSV with the columns of {@link Column#OF_FILE}, in any order. */
public final class RowReader {
    private RowReader() {}

    /**
     * Reads one file.
     *
     * @throws RowFileException when its header is not the schema's; every problem is named
     * @throws IOException when it cannot be read
     */
    public static RowFile read(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(String.valueOf(file.getFileName()), reader);
        }
    }

    /** Reads rows from {@code reader}; {@code name} is the file's. */
    public static RowFile read(String name, Reader reader) throws IOException {
        List<String> header = Column.OF_FILE.stream().map(Column::header).toList();
        List<Row> rows = new ArrayList<>();
        for (Map<String, String> record : Csv.records(name, reader, header)) {
            rows.add(row(rows.size() + 2L, record));
        }
        return new RowFile(name, rows);
    }

    private static Row row(long line, Map<String, String> record) {
        Map<Column, String> cells = new EnumMap<>(Column.class);
        for (Column column : Column.OF_FILE) {
            String cell = record.getOrDefault(column.header(), "").strip();
            if (!cell.isEmpty()) {
                cells.put(column, cell);
            }
        }
        Notes notes = Notes.of(cells.getOrDefault(Column.NOTES, ""));
        Map<Column, String> visible = new EnumMap<>(Column.class);
        cells.forEach((column, cell) -> {
            if (Column.VISIBLE.contains(column)) {
                visible.put(column, cell);
            }
        });
        Inputs inputs = new Inputs(visible).with(notes.settings());
        try {
            return new Row(line, inputs, measured(cells, notes));
        } catch (Unreadable unreadable) {
            Inputs unusable = inputs.with(Map.of(Column.UNUSABLE, String.valueOf(unreadable.getMessage())));
            return new Row(line, unusable, new Measured(null, null, null, null, null, null, false));
        }
    }

    private static Measured measured(Map<Column, String> cells, Notes notes) {
        Double printed = positive(cells, Column.ITERATION_TIME_S);
        Double hardware = notes.hardwareTflops();
        Double modelTflops = positive(cells, Column.MODEL_TFLOPS_PER_DEVICE);
        Double mfuPercent = positive(cells, Column.MFU);
        return new Measured(
                printed != null ? printed : positive(cells, Column.ITERATION_TIME_S_DERIVED),
                positive(cells, Column.THROUGHPUT_TOTAL),
                modelTflops == null ? null : modelTflops * 1e12,
                mfuPercent == null ? null : mfuPercent / 100,
                hardware == null ? null : hardware * 1e12,
                positive(cells, Column.PEAK_MEMORY_GIB),
                notes.outOfMemory());
    }

    private static @Nullable Double positive(Map<Column, String> cells, Column column) {
        String cell = cells.get(column);
        return cell == null ? null : Cells.positive(column, cell);
    }
}
