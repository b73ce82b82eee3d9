package dev.trainwright.evidence.row;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was run, as the row gives it: all that a forecast may see. A measured value cannot get in here.
 *
 * @param cells the non-empty cells of {@link Column#VISIBLE} columns
 */
public record Inputs(Map<Column, String> cells) {

    public Inputs {
        for (Column column : cells.keySet()) {
            if (!Column.VISIBLE.contains(column)) {
                throw new IllegalArgumentException(column.header() + " is no input of a forecast");
            }
        }
        Map<Column, String> copy = new EnumMap<>(Column.class);
        copy.putAll(cells);
        cells = Collections.unmodifiableMap(copy);
    }

    /** The row's name in its file. */
    public String id() {
        return text(Column.ID, "");
    }

    public boolean has(Column column) {
        return cells.containsKey(column);
    }

    /** The cell, or null where it is empty. */
    public @Nullable String text(Column column) {
        return cells.get(column);
    }

    /** The cell, or {@code otherwise} where it is empty. */
    public String text(Column column, String otherwise) {
        return cells.getOrDefault(column, otherwise);
    }

    /** The cell as a whole number ({@link Cells#whole}), or null where it is empty. */
    public @Nullable Long whole(Column column) {
        return read(column, Cells::whole);
    }

    /** The cell as a whole number, or {@code otherwise} where it is empty. */
    public long whole(Column column, long otherwise) {
        Long value = whole(column);
        return value == null ? otherwise : value;
    }

    /** The cell as a count ({@link Cells#count}), or null where it is empty. */
    public @Nullable Double count(Column column) {
        return read(column, Cells::count);
    }

    /** The cell as {@code reader} reads it, or null where it is empty. */
    public <T> @Nullable T read(Column column, BiFunction<Column, String, T> reader) {
        String cell = cells.get(column);
        return cell == null ? null : reader.apply(column, cell);
    }

    /** The same with {@code more} in cells that are empty here. */
    public Inputs filledWith(Map<Column, String> more) {
        Map<Column, String> all = new EnumMap<>(Column.class);
        all.putAll(more);
        all.putAll(cells);
        return new Inputs(all);
    }

    /** The same with {@code others} in place of what stands here. */
    public Inputs with(Map<Column, String> others) {
        Map<Column, String> all = new EnumMap<>(Column.class);
        all.putAll(cells);
        all.putAll(others);
        return new Inputs(all);
    }
}
