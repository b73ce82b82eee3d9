package dev.trainwright.app.question;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the many ways of writing a number one. */
final class Wording {
    private static final List<String> SMALL = List.of(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
                    .split(" ", -1));
    private static final List<String> TENS =
            List.of("_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ", -1));
    private static final Map<String, String> FRACTIONS =
            Map.of("half", "0.5", "a quarter", "0.25", "three quarters", "0.75", "a tenth", "0.1");

    private static final String UNIT = "(?:second|minute|hour|day|week)";
    private static final Pattern FRACTION =
            pattern("\\b(half|a quarter|three quarters|a tenth)(?: of)? an? (" + UNIT + ")\\b");
    private static final Pattern TENS_AND_ONES = pattern("\\b(" + String.join("|", TENS.subList(2, 10)) + ")(?:[- ]("
            + String.join("|", SMALL.subList(1, 10)) + "))?\\b");
    /** "One" is a number before what is counted, in lists, and behind "on" or "of"; else it is a pronoun. */
    private static final Pattern ONE = pattern(
            "\\b(?:one|a single)(?= (?:single )?" + Amounts.NOUN
                    + "|,? (?:and|or|to|vs\\.?|versus) \\w+ |, \\w+(?:,| and| or))|(?<=\\b(?:on|of|with) )one(?=[,.;:?!)]|$| and| or)");

    private static final Pattern SPELLED = pattern("\\b(" + String.join("|", SMALL.subList(2, 20)) + ")\\b");
    private static final Pattern POWER = pattern("([0-9.]+) ?(?:x|\u00d7|\\*|times) ?10 ?\\^ ?([0-9]+)");

    /** A list whose last number alone has the unit: "90, 95, 100 and 300 ms". */
    private static final Pattern LIST = pattern(
            "(?<![a-z0-9.])(?:N(?:, N)*,? (?:and|or) N|N(?:, N){2,})(?= ?(ms|milliseconds?|s|seconds?|min|minutes?|h|hours?)\\b)"
                    .replace("N", "[0-9]+(?:\\.[0-9]+)?"));

    private Wording() {}

    /** The question on one line, with digits for words. */
    static String plain(String question) {
        String text = question.replaceAll("\\s+", " ")
                .replaceAll("(?<=[0-9])[,_](?=[0-9]{3}(?![0-9]))", "") // 1,024
                .replaceAll("(?i)\\bin half\\b|\\bhalf the time\\b", "2 times as fast")
                .replaceAll("(?i)\\btwice (as fast|faster)", "2 times $1");
        text = POWER.matcher(text).replaceAll("$1e$2");
        text = FRACTION.matcher(text).replaceAll(m -> FRACTIONS.get(lower(m.group(1))) + " " + m.group(2));
        text = TENS_AND_ONES
                .matcher(text)
                .replaceAll(m -> Integer.toString(10 * TENS.indexOf(lower(m.group(1)))
                        + (m.group(2) == null ? 0 : SMALL.indexOf(lower(m.group(2))))));
        text = ONE.matcher(text).replaceAll("1");
        text = SPELLED.matcher(text).replaceAll(m -> Integer.toString(SMALL.indexOf(lower(m.group()))));
        text = LIST.matcher(text).replaceAll(m -> m.group().replaceAll("([0-9.]+)(?=,? |,)", "$1 " + m.group(1)));
        return text.replaceAll("(?i)\\b(?:a |(\\d+) )hundred\\b", "$100").replaceAll("(?<![0-9])00\\b", "100");
    }

    static Pattern pattern(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }

    static String lower(String word) {
        return word.toLowerCase(java.util.Locale.ROOT);
    }

    /** The text with what is matched blanked, everything else where it was. */
    static String blank(String text, Matcher matcher) {
        return matcher.replaceAll(m -> " ".repeat(m.group().length()));
    }
}
