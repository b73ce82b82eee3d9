package dev.trainwright.app.question;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The question's text and how it falls into sentences and clauses. */
record Text(String words) {
    private static final Pattern CLAUSE = Wording.pattern(
            "[,;:?!()]|\\.(?![0-9])|\\band\\b|\\bbut\\b|\\bor\\b|\\bvs\\b|\\bversus\\b|\\bwhile\\b|\\bplus\\b|\\bof which\\b|\\bwith\\b|\\bthen\\b");
    private static final Pattern SENTENCE = Wording.pattern("[;?!]|\\.(?![0-9])");

    /** From one position to another. */
    record Stretch(int from, int to) {}

    Stretch clause(Amount amount) {
        return around(CLAUSE, amount);
    }

    Stretch sentence(Amount amount) {
        return around(SENTENCE, amount);
    }

    String of(Stretch stretch) {
        return words.substring(stretch.from(), stretch.to());
    }

    /** How near the words of a cue come to an amount, within a stretch; empty where there are none. */
    OptionalInt nearest(Pattern cue, Amount amount, Stretch stretch) {
        Matcher matcher = cue.matcher(words).region(stretch.from(), stretch.to());
        matcher.useTransparentBounds(true).useAnchoringBounds(false);
        OptionalInt nearest = OptionalInt.empty();
        while (matcher.find()) {
            int distance = amount.distance(matcher.start(), matcher.end());
            if (nearest.isEmpty() || distance < nearest.getAsInt()) {
                nearest = OptionalInt.of(distance);
            }
        }
        return nearest;
    }

    private Stretch around(Pattern boundary, Amount amount) {
        int from = 0;
        Matcher matcher = boundary.matcher(words);
        while (matcher.find()) {
            if (matcher.end() <= amount.start()) {
                from = matcher.end();
            } else if (matcher.start() >= amount.end()) {
                return new Stretch(from, matcher.start());
            }
        }
        return new Stretch(from, words.length());
    }
}
