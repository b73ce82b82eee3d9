package dev.trainwright.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a user most likely meant. */
public final class Nearest {

    private static final int LONGEST = 64;

    private Nearest() {}

    /**
     * The candidate nearest to {@code word} by edit distance (insert, delete, substitute, swap neighbours; letter case
     * and {@code - _} do not count), if a third of its letters or fewer differ.
     */
    public static Optional<String> to(String word, Collection<String> candidates) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        String folded = fold(word);
        return candidates.stream()
                .filter(c -> distance(folded, fold(c)) <= Math.max(1, Math.max(c.length(), word.length()) / 3))
                .min(Comparator.comparingInt((String c) -> distance(folded, fold(c)))
                        .thenComparingInt(c -> Math.abs(c.length() - word.length()))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String fold(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** Optimal string alignment distance. */
    static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        Arrays.setAll(last, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + cost);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
