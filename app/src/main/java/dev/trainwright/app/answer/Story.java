package dev.trainwright.app.answer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A question about speedup in plain English, as the options of {@code speedup}. Each number must find its part by the words around it, or the question is not
 * understood: no number is passed over.
 *
 * @param options by name, in the order found
 * @param problems what is not understood; empty where all is
 */
public record Story(Map<String, String> options, List<String> problems) {
    private static final List<String> WORDS =
            List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");

    /** Not the digits of a name such as A100. */
    private static final String NUMBER = "(?<![a-z0-9.])[0-9]+(?:\\.[0-9]+)?";

    private static final Pattern WORD = Pattern.compile("\\b(" + String.join("|", WORDS) + "|a single)\\b");
    private static final String DEVICE = "(?:gpu|card|device|accelerator)s?\\b(?!-hour)";
    private static final Pattern CLAUSE = Pattern.compile("[,;:?!()]|\\.(?![0-9])|\\band\\b");

    /** Several counts before one noun: "one, four and eight GPUs". */
    private static final Pattern COUNTS = Pattern.compile(
            "((?:" + NUMBER + "(?:,? and |, ))*" + NUMBER + ") (?:more |slow |fast |new |[ah][0-9]+ )?" + DEVICE);

    private static final Pattern MORE = Pattern.compile("(" + NUMBER + ") more\\b|(" + NUMBER + ") (?:in )?total\\b");
    private static final Pattern TARGET = Pattern.compile("(" + NUMBER + ") ?(?:x|times) (?:as fast|faster)");
    private static final Pattern PRICE = Pattern.compile("\\$ ?(" + NUMBER + ")|(" + NUMBER + ") ?(?:usd|dollars)\\b");
    private static final Pattern TIME =
            Pattern.compile("(" + NUMBER + ")[ -]?(ms|milliseconds?|s|seconds?|min|minutes?|h|hours?|d|days?)\\b");
    private static final Pattern NEGATIVE = Pattern.compile("(?<![0-9a-z])-[0-9.]+");
    private static final Pattern LEFT_OVER = Pattern.compile(NUMBER + "[^ ,;:?!()]*");

    private static final Map<String, Pattern> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("--compute", Pattern.compile("\\bcomput"));
        PARTS.put("--comm", Pattern.compile("\\bsync|\\bcommunicat|\\bcomm\\b|\\ball-?reduce"));
        PARTS.put("--step", Pattern.compile("\\bstep|\\biteration"));
    }

    public Story {
        options = new LinkedHashMap<>(options);
        problems = List.copyOf(problems);
    }

    /** Reads a question. */
    public static Story of(String question) {
        return new Reader(question).read();
    }

    private static final class Reader {
        private final Map<String, String> options = new LinkedHashMap<>();
        private final Set<String> devices = new LinkedHashSet<>();
        private final List<String> problems = new ArrayList<>();
        private String rest;

        Reader(String question) {
            String lower = question.toLowerCase(Locale.ROOT)
                    .replaceAll("\\s+", " ")
                    .replaceAll("(?<=[0-9]),(?=[0-9]{3}\\b)", ""); // 1,024
            NEGATIVE.matcher(lower).results().forEach(number -> problems.add(number.group() + ": negative"));
            rest = WORD.matcher(lower)
                    .replaceAll(word -> Integer.toString(Math.max(1, WORDS.indexOf(word.group()) + 1)));
            rest = rest.replaceAll("\\b1 (step|iteration|optimizer)", "a $1");
        }

        Story read() {
            take(TARGET, found -> put("--target", found.group(1)));
            take(PRICE, found -> put("--price", (found.group(1) == null ? found.group(2) : found.group(1)) + "USD/h"));
            take(COUNTS, found -> devices.addAll(List.of(found.group(1).split("[^0-9.]+", -1))));
            take(MORE, this::more);
            for (String clause : CLAUSE.split(rest, -1)) {
                TIME.matcher(clause).results().forEach(time -> time(clause, time));
            }
            LEFT_OVER
                    .matcher(TIME.matcher(rest).replaceAll(""))
                    .results()
                    .forEach(number -> problems.add(number.group() + ": of what?"));
            if (devices.size() > 1) {
                devices.remove("1"); // "on 1 GPU in 20 hours" is what the others are compared with
            }
            if (!devices.isEmpty() && !(options.containsKey("--target") && devices.equals(Set.of("1")))) {
                options.put("--devices", String.join(",", devices));
            }
            if (options.isEmpty()) {
                problems.add("it names no time, number of devices or price");
            }
            return new Story(options, problems);
        }

        /** Takes what is found out of the text, with a mark in its place. */
        private void take(Pattern pattern, Consumer<MatchResult> reading) {
            pattern.matcher(rest).results().forEach(reading);
            rest = pattern.matcher(rest).replaceAll("devices");
        }

        private void more(MatchResult found) {
            if (found.group(1) == null) {
                devices.add(found.group(2));
            } else {
                long before = devices.stream().mapToLong(Long::parseLong).max().orElse(0);
                devices.add(Long.toString(before + Long.parseLong(found.group(1))));
            }
        }

        private void time(String clause, MatchResult time) {
            String unit = time.group(2);
            boolean whole = unit.startsWith("h") || unit.startsWith("d") || unit.startsWith("min");
            String shown = time.group(1)
                    + (unit.startsWith("m") && !whole ? "ms" : unit.startsWith("min") ? "min" : unit.charAt(0));
            if (whole) {
                put("--hours", shown);
                return;
            }
            List<String> parts = PARTS.entrySet().stream()
                    .filter(part -> part.getValue().matcher(clause).find())
                    .map(Map.Entry::getKey)
                    .toList();
            if (parts.isEmpty() || (parts.size() > 1 && !parts.get(1).equals("--step"))) {
                problems.add(time.group() + ": is it compute, synchronisation or a whole step?");
            } else {
                put(parts.get(0), shown);
            }
        }

        private void put(String option, String value) {
            String before = options.putIfAbsent(option, value);
            if (before != null && !before.equals(value)) {
                problems.add(value + ": beside " + before + ", which of them is " + option.substring(2) + "?");
            }
        }
    }
}
