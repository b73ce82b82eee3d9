package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** docs/recipes.md shows commands and what they print: {@code ...} alone stands for any lines, at a line's end for its rest. */
class RecipesTest {
    private static final Pattern RECIPE = Pattern.compile("```sh\\n(.*?)```\\s+```text\\n(.*?)```", Pattern.DOTALL);
    private static final String PROMPT = "./trainwright ";
    private static final String REST = "...";

    private static List<MatchResult> recipes() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "recipes.md"));
        return RECIPE.matcher(page).results().toList();
    }

    @Test
    void everyBlockOfCommandsIsARecipe() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "recipes.md"));
        assertThat(recipes()).hasSize(page.split("```sh", -1).length - 1).hasSizeGreaterThan(12);
    }

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatIsShown() throws IOException {
        return recipes().stream()
                .map(recipe -> DynamicTest.dynamicTest(
                        recipe.group(1).strip(), () -> check(recipe.group(1), recipe.group(2))));
    }

    private static void check(String commands, String shown) {
        String printed = "";
        for (String line : commands.lines().toList()) {
            assertThat(line).startsWith(PROMPT);
            Run run = Run.line(line.substring(PROMPT.length()).replace(" examples/", " ../examples/"));
            assertThat(run.code()).as(line + "\n" + run.err()).isLessThan(2);
            printed = run.out();
        }
        List<String> lines = printed.lines().toList();
        int next = 0;
        for (String wanted : shown.lines().filter(line -> !line.equals(REST)).toList()) {
            while (next < lines.size() && !is(lines.get(next), wanted)) {
                next++;
            }
            assertThat(next)
                    .as("not printed, or not in this order: " + wanted + "\n" + printed)
                    .isLessThan(lines.size());
            next++;
        }
    }

    private static boolean is(String line, String wanted) {
        return wanted.endsWith(REST)
                ? line.startsWith(
                        wanted.substring(0, wanted.length() - REST.length()).stripTrailing())
                : line.equals(wanted);
    }
}
