package dev.trainwright.evidence.row;

import dev.trainwright.layout.ZeroStage;
import java.util.Locale;

/**
 * What data-parallel ranks shard, as tables write it.
 *
 * @param stage ZeRO stage
 * @param hybrid whether they shard inside a node and replicate between nodes (HSDP)
 */
public record Sharding(ZeroStage stage, boolean hybrid) {

    /** Reads {@code 0} to {@code 3} with any remark behind it, {@code hybrid (...)}, {@code ddp...}, {@code fsdp}, and Colossal-AI's plug-in names. */
    public static Sharding parse(Column column, String cell) {
        String text = cell.strip().toLowerCase(Locale.ROOT);
        String word = Cells.firstWord(text);
        if (text.startsWith("hybrid") || text.startsWith("hsdp")) {
            return new Sharding(ZeroStage.ZERO_3, true);
        }
        if (word.startsWith("ddp")) {
            return new Sharding(ZeroStage.NONE, false);
        }
        return new Sharding(stage(column, cell, word), false);
    }

    private static ZeroStage stage(Column column, String cell, String word) {
        return switch (word) {
            case "0", "none", "no" -> ZeroStage.NONE;
            case "1", "low_level_zero" -> ZeroStage.ZERO_1;
            case "2" -> ZeroStage.ZERO_2;
            case "3", "fsdp", "gemini" -> ZeroStage.ZERO_3;
            default -> throw new Unreadable(column, cell, "0, 1, 2, 3, hybrid, ddp, fsdp");
        };
    }
}
