package dev.trainwright.evidence.row;

import java.util.List;

/**
 * One file of measured collectives.
 *
 * @param name without directories
 * @param rows in the file's order
 */
public record CollectiveFile(String name, List<CollectiveRow> rows) {
    public CollectiveFile {
        rows = List.copyOf(rows);
    }
}
