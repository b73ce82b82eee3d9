package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What {@code --help} shows as an example can be pasted and runs. */
class HelpExamplesTest {
    private static final int NARROW = 80;
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^  trainwright (.*)$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    /** Those that answer at once and write no file; others' examples run in the tests of the recipes and of their commands. */
    private static final Set<String> QUICK = Set.of(
            "accumulate",
            "ask",
            "bubble",
            "budget",
            "compare",
            "failures",
            "fit",
            "forecast",
            "model",
            "speedup",
            "straggler");

    private static String help(String command) {
        Run run = Run.line(command + " --help");
        assertThat(run.code()).isZero();
        return run.out();
    }

    static Stream<String> examples() {
        return QUICK.stream()
                .sorted()
                .flatMap(command -> examples(help(command)).stream())
                .filter(example -> !example.startsWith("compare examples/")); // a whole plan of each
    }

    /** The lines of a help's examples, continued ones joined. */
    private static List<String> examples(String help) {
        String joined = help.replaceAll(" \\\\\\R +", " ");
        return EXAMPLE.matcher(joined).results().map(found -> found.group(1)).toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void runs(String example) {
        String[] words = WORD.matcher(example)
                .results()
                .map(HelpExamplesTest::word)
                .map(word -> word.startsWith("examples/") ? "../" + word : word)
                .toArray(String[]::new);
        Run run = Run.of(words);
        assertThat(run.code()).as(run.err()).isLessThan(2);
    }

    private static String word(MatchResult found) {
        return found.group(1) != null ? found.group(1) : found.group(2) != null ? found.group(2) : found.group(3);
    }

    @Test
    void everyCommandShowsSomeThatDoNotWrap() {
        new CommandLine(new Main()).getSubcommands().keySet().forEach(command -> {
            String help = help(command);
            if (!Set.of("completion", "schema").contains(command)) {
                assertThat(examples(help)).as(command).isNotEmpty();
            }
            help.substring(Math.max(0, help.indexOf("Example")))
                    .lines()
                    .forEach(line -> assertThat(line).hasSizeLessThanOrEqualTo(NARROW));
        });
    }
}
