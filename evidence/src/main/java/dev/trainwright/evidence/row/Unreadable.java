package dev.trainwright.evidence.row;

/** A cell that cannot be read: the row that holds it is refused for that reason. */
public final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unreadable(Column column, String value, String accepted) {
        super(column.header() + ": cannot read '" + value + "'; accepted: " + accepted);
    }
}
