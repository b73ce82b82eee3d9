package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example does what the command in its head says, and can be forecast. */
class ExamplesTest {
    private static final Path ROOT = Path.of("..");
    private static final String PROMPT = "# trainwright ";

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void runs(Path example) throws IOException {
        String command = Files.readAllLines(example).stream()
                .takeWhile(line -> line.startsWith("#"))
                .filter(line -> line.startsWith(PROMPT))
                .map(line -> line.substring(PROMPT.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(example + " has no line '" + PROMPT + "COMMAND' in its head"));
        assertThat(command).contains(" " + ROOT.relativize(example));
        Run run = Run.line(real(command) ? "forecast " + example : command.replace("examples/", ROOT + "/examples/"));
        // A job that does not fit is forecast as well, with an answer of no.
        assertThat(run.code()).as(command + "\n" + run.err()).isLessThan(real(command) ? 2 : 1);
    }

    /** What starts processes; their own tests do that. */
    private static boolean real(String command) {
        return command.startsWith("train ") || command.startsWith("verify ");
    }
}
