package dev.trainwright.evidence.row;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Inner widths of a feed-forward part, as tables write them.
 *
 * @param dense width of a dense one, or null where the cell names none
 * @param expert width of one routed expert, or null
 * @param shared width of all shared experts together, 0 for none
 */
public record FeedForwardWidths(
        @Nullable Long dense, @Nullable Long expert, long shared) {
    private static final Pattern PART =
            Pattern.compile("(?:([0-9]+)\\s+)?(dense|shared experts?|expert)?\\s*([0-9,]+)");

    /** Reads {@code 14336}, {@code expert 1536}, {@code dense 18432; expert 2048; 1 shared expert 2048}. */
    public static FeedForwardWidths parse(Column column, String cell) {
        Long dense = null;
        Long expert = null;
        long shared = 0;
        for (String part : cell.split(";", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw new Unreadable(
                        column, cell, "a width, or parts such as 'dense 18432; expert 2048; 1 shared expert 2048'");
            }
            String role = matcher.group(2) == null ? "dense" : matcher.group(2);
            long width = Cells.whole(column, matcher.group(3));
            long times = matcher.group(1) == null ? 1 : Cells.whole(column, matcher.group(1));
            if (role.startsWith("shared")) {
                shared += times * width;
            } else if (role.equals("expert")) {
                expert = width;
            } else {
                dense = width;
            }
        }
        return new FeedForwardWidths(dense, expert, shared);
    }
}
