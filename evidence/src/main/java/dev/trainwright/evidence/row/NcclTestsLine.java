package dev.trainwright.evidence.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of results of nccl-tests: {@code size count type [redop] [root] time algbw busbw error [time algbw busbw error]}, anything before the size.
 *
 * @param operation the reduction, {@code none} where there is none
 * @param sample its first group of figures, out of place
 */
record NcclTestsLine(String operation, NcclTestsLog.Sample sample) {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern WHOLE = Pattern.compile("[0-9]+");
    private static final Pattern FIGURE = Pattern.compile("[0-9.]+(?:e[+-]?[0-9]+)?");
    private static final int GROUP = 4;

    /** The line's results, or null where it is no complete line of results. */
    static @Nullable NcclTestsLine parse(String line, Set<String> types) {
        List<String> words = SPACE.splitAsStream(line.strip()).toList();
        int type = type(words, types);
        if (type < 0) {
            return null;
        }
        List<String> rest = new ArrayList<>(words.subList(type + 1, words.size()));
        String operation = "none";
        if (!rest.isEmpty()
                && Character.isLetter(rest.get(0).charAt(0))
                && !rest.get(0).equals("N/A")) {
            operation = rest.remove(0);
        }
        if (rest.size() % GROUP == 1) {
            rest.remove(0);
        }
        boolean complete = rest.size() >= GROUP
                && rest.size() % GROUP == 0
                && rest.subList(0, GROUP - 1).stream()
                        .allMatch(word -> FIGURE.matcher(word).matches());
        if (!complete) {
            return null;
        }
        double bytes = Double.parseDouble(words.get(type - 2));
        double seconds = Double.parseDouble(rest.get(0)) * 1e-6;
        return new NcclTestsLine(
                operation,
                new NcclTestsLog.Sample(
                        bytes, seconds, Double.parseDouble(rest.get(1)) * 1e9, Double.parseDouble(rest.get(2)) * 1e9));
    }

    /** Whether the line is the beginning of a line of results. */
    static boolean begins(String line, Set<String> types) {
        List<String> words = SPACE.splitAsStream(line.strip()).toList();
        boolean sizes =
                words.stream().limit(2).allMatch(word -> WHOLE.matcher(word).matches());
        return sizes || type(words, types) >= 0;
    }

    /** Where the element type stands, behind a size and a count; -1 for nowhere. */
    private static int type(List<String> words, Set<String> types) {
        for (int i = 2; i < words.size(); i++) {
            if (types.contains(words.get(i))
                    && WHOLE.matcher(words.get(i - 1)).matches()
                    && WHOLE.matcher(words.get(i - 2)).matches()) {
                return i;
            }
        }
        return -1;
    }
}
