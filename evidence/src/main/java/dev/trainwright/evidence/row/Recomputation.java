package dev.trainwright.evidence.row;

import dev.trainwright.layout.Recompute;
import java.util.Locale;

/** What backward computes again, as tables write it. */
public final class Recomputation {
    private Recomputation() {}

    /** Reads {@code none}, {@code full}, {@code selective}, {@code selective op}, {@code selective layer}, {@code yes}, {@code no}. */
    public static Recompute parse(Column column, String cell) {
        String text = cell.strip().toLowerCase(Locale.ROOT);
        if (text.startsWith("selective") || text.startsWith("partial")) {
            return Recompute.SELECTIVE;
        }
        return switch (Cells.firstWord(text)) {
            case "none", "no", "off", "false" -> Recompute.NONE;
            case "full", "yes", "on", "true" -> Recompute.FULL;
            default -> throw new Unreadable(column, cell, "none, selective, full");
        };
    }
}
