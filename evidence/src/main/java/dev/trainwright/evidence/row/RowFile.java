package dev.trainwright.evidence.row;

import java.util.List;

/**
 * One file of rows.
 *
 * @param name without directories
 * @param rows in the file's order
 */
public record RowFile(String name, List<Row> rows) {
    public RowFile {
        rows = List.copyOf(rows);
    }
}
