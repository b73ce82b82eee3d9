package dev.trainwright.app.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A question in plain English as the commands that answer it. Each number must find its part by its unit and the words around it, or the question is not understood: no
 * number is passed over, and none is guessed.
 *
 * @param topic the command's name
 * @param commands arguments of each run of it: one, and one more for every "what if"
 * @param problems what is not understood; empty where all is
 */
public record Question(String topic, List<List<String>> commands, List<String> problems) {
    private static final Pattern NEGATIVE = Wording.pattern("(?<![0-9a-z-])-[0-9][0-9.]*");

    private static final Pattern ONE_OF_MANY =
            Wording.pattern("\\b(?:each|every|per|one|a|any) (?:of |1 )?(?:gpu|device|card|node)|\\beach\\b");
    private static final Pattern WHOLE = Wording.pattern("\\bcluster|\\btogether|\\bwhole");

    public Question {
        commands = List.copyOf(commands);
        problems = List.copyOf(problems);
    }

    /** Reads a question. */
    public static Question of(String question) {
        String plain = Wording.plain(question);
        List<Amount> amounts = Amounts.of(plain);
        Topic topic = Topic.of(plain, amounts);
        boolean workers = topic == Topic.STRAGGLER;
        List<Amount> counts =
                workers ? amounts.stream().filter(StragglerReading::counts).toList() : List.of();
        List<Amount> others =
                amounts.stream().filter(amount -> !counts.contains(amount)).toList();
        Assignment assignment = new Assignment(
                topic, new Text(plain), others, topic == Topic.SPEEDUP ? SpeedupReading.SEVERAL : List.of("--times"));
        List<String> problems = assignment.problems;
        NEGATIVE.matcher(plain).results().map(MatchResult::group).forEach(n -> problems.add(n + ": negative"));
        Amounts.leftOver(plain).stream().filter(n -> !n.startsWith("-")).forEach(n -> problems.add(n + ": of what?"));
        if (amounts.isEmpty() && problems.isEmpty()) {
            problems.add("it names no number");
        }
        if (topic == Topic.SPEEDUP && CompareReading.compares(assignment)) {
            return new Question("compare", List.of(CompareReading.arguments(assignment)), problems);
        }
        Map<String, String> options = switch (topic) {
            case SPEEDUP -> SpeedupReading.options(assignment);
            case STRAGGLER -> StragglerReading.options(assignment, counts);
            case FAILURES -> failures(assignment, plain);
            default -> assignment.options();
        };
        return new Question(
                topic.command(),
                assignment.withVariants(options).stream()
                        .map(Question::arguments)
                        .toList(),
                problems);
    }

    private static List<String> arguments(Map<String, String> options) {
        List<String> arguments = new ArrayList<>();
        options.forEach(
                (option, value) -> arguments.addAll(value.isEmpty() ? List.of(option) : List.of(option, value)));
        return arguments;
    }

    /** The time between failures is the cluster's, or one device's of so many. */
    private static Map<String, String> failures(Assignment assignment, String plain) {
        Map<String, String> options = assignment.options();
        String each = options.get("--mtbf");
        if (each != null && options.containsKey("--devices")) {
            if (ONE_OF_MANY.matcher(plain).find()) {
                options.remove("--mtbf");
                options.put("--device-mtbf", each);
            } else if (WHOLE.matcher(plain).find()) {
                options.remove("--devices");
            } else {
                assignment.problems.add(each + ": does one device fail so often, or the whole cluster?");
            }
        }
        return options;
    }
}
