package dev.trainwright.evidence.row;

import java.util.List;

/** A file that is not of the schema; every problem is named at once. */
public final class RowFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowFileException(String file, List<String> problems) {
        super(file + ":\n  " + String.join("\n  ", problems));
    }
}
