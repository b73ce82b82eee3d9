package dev.trainwright.evidence.row;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads files of measured collectives. */
public final class CollectiveReader {
    /** The columns, in order. */
    public static final List<String> HEADER = List.of(
            "id",
            "source",
            "url_or_path",
            "collective",
            "accelerator",
            "n_devices",
            "n_nodes",
            "devices_per_node",
            "intra_link",
            "inter_link",
            "size_bytes",
            "dtype",
            "time_us",
            "algbw_GBps",
            "busbw_GBps",
            "placement",
            "nccl_version",
            "notes");

    private CollectiveReader() {}

    /**
     * Reads collectives from {@code reader}.
     *
     * @throws RowFileException when its header is not the schema's or a cell is no number
     */
    public static List<CollectiveRow> read(String name, Reader reader) throws IOException {
        List<CollectiveRow> rows = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Map<String, String> record : Csv.records(name, reader, HEADER)) {
            try {
                rows.add(row(record));
            } catch (Unreadable unreadable) {
                problems.add(text(record, "id") + ": " + unreadable.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new RowFileException(name, problems);
        }
        return rows;
    }

    private static CollectiveRow row(Map<String, String> record) {
        Double microseconds = number(record, "time_us");
        Double bus = number(record, "busbw_GBps");
        Double devices = number(record, "n_devices");
        if (devices == null) {
            throw new Unreadable(Column.N_DEVICES, "", "a whole number");
        }
        return new CollectiveRow(
                text(record, "id"),
                text(record, "source"),
                text(record, "collective"),
                text(record, "accelerator"),
                devices.intValue(),
                whole(record, "n_nodes"),
                whole(record, "devices_per_node"),
                text(record, "intra_link"),
                text(record, "inter_link"),
                number(record, "size_bytes"),
                microseconds == null ? null : microseconds * 1e-6,
                bus == null ? null : bus * 1e9,
                text(record, "notes"));
    }

    private static String text(Map<String, String> record, String column) {
        return record.getOrDefault(column, "").strip();
    }

    private static @Nullable Double number(Map<String, String> record, String column) {
        String cell = text(record, column);
        return cell.isEmpty() ? null : Cells.count(Column.THROUGHPUT_TOTAL, cell);
    }

    private static @Nullable Integer whole(Map<String, String> record, String column) {
        Double value = number(record, column);
        return value == null ? null : value.intValue();
    }
}
