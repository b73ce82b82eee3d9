package dev.trainwright.evidence.row;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The rows that the project carries: figures of published runs with their sources named. */
public final class OwnRows {
    private static final String FOLDER = "/dev/trainwright/evidence/rows/";
    private static final String COLLECTIVES = "nccl_bandwidth.csv";

    private OwnRows() {}

    /** Files of training runs. */
    public static List<RowFile> files() {
        List<RowFile> files = new ArrayList<>();
        try (BufferedReader index = reader("index.txt")) {
            for (String name : index.lines().toList()) {
                if (!name.equals(COLLECTIVES)) {
                    try (Reader reader = reader(name)) {
                        files.add(RowReader.read(name, reader));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** The file of collectives. */
    public static CollectiveFile collectives() {
        try (Reader reader = reader(COLLECTIVES)) {
            return new CollectiveFile(COLLECTIVES, CollectiveReader.read(COLLECTIVES, reader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader reader(String name) {
        InputStream in = OwnRows.class.getResourceAsStream(FOLDER + name);
        return new BufferedReader(new InputStreamReader(Objects.requireNonNull(in, name), StandardCharsets.UTF_8));
    }
}
