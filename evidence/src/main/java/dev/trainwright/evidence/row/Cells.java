package dev.trainwright.evidence.row;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers and words as published tables write them. A remark in parentheses behind a value is left aside. */
public final class Cells {
    private static final Pattern NUMBER =
            Pattern.compile("~?([0-9][0-9,_]*(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*([kKmMgGbBtT]?)\\s*(?:\\(.*\\))?");
    private static final Map<String, Double> SCALE = Map.of("", 1.0, "k", 1e3, "m", 1e6, "g", 1e9, "b", 1e9, "t", 1e12);

    private Cells() {}

    /** A count: {@code 128256}, {@code 250k}, {@code 20B}, {@code 9.15E+11}, {@code 330M (as stated)}. */
    public static double count(Column column, String cell) {
        Matcher matcher = NUMBER.matcher(cell.strip());
        if (!matcher.matches()) {
            throw new Unreadable(column, cell, "a number such as 128256, 250k, 20B or 3.6e9");
        }
        double digits = Double.parseDouble(group(matcher, 1).replaceAll("[,_]", ""));
        double scale = SCALE.getOrDefault(group(matcher, 2).toLowerCase(Locale.ROOT), 1.0);
        double value = digits * scale;
        if (Double.isInfinite(value)) {
            throw new Unreadable(column, cell, "a number that is finite");
        }
        return value;
    }

    /** A whole number from 1: {@code 8}, {@code 1,024}, {@code 250k}, {@code 8.0}. */
    public static long whole(Column column, String cell) {
        double value = count(column, cell);
        if (value != Math.rint(value) || value < 1 || value > Integer.MAX_VALUE) {
            throw new Unreadable(column, cell, "a whole number from 1 to " + Integer.MAX_VALUE);
        }
        return (long) value;
    }

    /** A positive measurement. */
    public static double positive(Column column, String cell) {
        double value = count(column, cell);
        if (!(value > 0)) {
            throw new Unreadable(column, cell, "a number above 0");
        }
        return value;
    }

    /** {@code yes}, {@code no}, {@code true}, {@code false}, {@code on}, {@code off}, {@code 1}, {@code 0}, each with a remark behind it if need be. */
    public static boolean yes(Column column, String cell) {
        String word = firstWord(cell);
        switch (word) {
            case "yes", "true", "on", "1", "full" -> {
                return true;
            }
            case "no", "false", "off", "0", "none" -> {
                return false;
            }
            default -> throw new Unreadable(column, cell, "yes or no");
        }
    }

    /** The cell's first word, lower case. */
    static String firstWord(String cell) {
        return cell.strip().toLowerCase(Locale.ROOT).split("[\\s(,;]", 2)[0];
    }

    private static String group(Matcher matcher, int index) {
        String text = matcher.group(index);
        return text == null ? "" : text;
    }
}
