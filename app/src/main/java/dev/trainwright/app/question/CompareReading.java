package dev.trainwright.app.question;

import dev.trainwright.app.question.Amount.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Two or more clusters side by side: as many times of synchronisation, each with devices. */
final class CompareReading {
    private static final Pattern NAME = Wording.pattern(
            "\\b(?:config(?:uration)?|cluster|option|setup|box|system|offer|plan|vendor|cloud) ([A-Z0-9])\\b");

    private CompareReading() {}

    /** Whether a question compares. */
    static boolean compares(Assignment assignment) {
        return assignment.of("--comm").stream().map(Amount::value).distinct().count() > 1;
    }

    /** Arguments of {@code compare}; problems are added to the assignment's. */
    static List<String> arguments(Assignment assignment) {
        List<Amount> syncs = assignment.of("--comm");
        List<Amount> devices = new ArrayList<>(assignment.of("--devices").stream()
                .filter(amount -> amount.kind() == Kind.DEVICES)
                .toList());
        List<String> arguments = new ArrayList<>();
        shared(assignment, "--compute", syncs, arguments);
        shared(assignment, "--hours", syncs, arguments);
        shared(assignment, "--price", syncs, arguments);
        List<MatchResult> names =
                NAME.matcher(assignment.text.words()).results().toList();
        boolean named = names.stream().map(name -> name.group(1)).distinct().count() == syncs.size();
        if (devices.size() != 1 && devices.size() != syncs.size()) {
            assignment.problems.add("%d times of synchronisation but %d numbers of devices: say which belong together"
                    .formatted(syncs.size(), devices.size()));
            return arguments;
        }
        for (int i = 0; i < syncs.size(); i++) {
            Amount sync = syncs.get(i);
            Amount on = devices.size() == 1 ? devices.get(0) : devices.get(i);
            Optional<String> name = names.stream()
                    .filter(match -> match.start() < sync.start())
                    .max(Comparator.comparingInt(MatchResult::start))
                    .map(match -> match.group(1));
            String letter = Character.toString('A' + i);
            arguments.add("--config");
            arguments.add("%s:k=%s,comm=%s%s%s"
                    .formatted(
                            named ? name.orElse(letter) : letter,
                            on.value(),
                            sync.value(),
                            own(assignment, "--compute", syncs.size(), i),
                            own(assignment, "--price", syncs.size(), i)));
        }
        return arguments;
    }

    private static void shared(Assignment assignment, String option, List<Amount> syncs, List<String> arguments) {
        List<Amount> given = assignment.of(option);
        if (given.size() == 1) {
            arguments.addAll(List.of(option, given.get(0).value()));
        } else if (!given.isEmpty() && (given.size() != syncs.size() || option.equals("--hours"))) {
            assignment.problems.add(given.stream().map(Amount::said).collect(Collectors.joining(", "))
                    + ": which belongs to which cluster?");
        }
    }

    private static String own(Assignment assignment, String option, int clusters, int cluster) {
        List<Amount> given = assignment.of(option);
        return given.size() != clusters || clusters == 1
                ? ""
                : "," + option.substring(2) + "=" + given.get(cluster).value();
    }
}
