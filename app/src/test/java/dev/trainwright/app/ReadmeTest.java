package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** README shows what is there: its Java compiles and runs, its commands exist. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("\\./trainwright ([a-z]+)");

    @TempDir
    private Path folder;

    @Test
    void theExampleInJavaCompilesAndRuns() throws IOException, InterruptedException {
        String source = JAVA.matcher(readme())
                .results()
                .map(r -> r.group(1))
                .findFirst()
                .orElseThrow();
        Path file = Files.writeString(folder.resolve("Example.java"), source);
        String path = System.getProperty("java.class.path");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, errors, "-proc:none", "-cp", path, "-d", folder.toString(), file.toString());
        assertThat(compiled).as(errors.toString(StandardCharsets.UTF_8)).isZero();

        Path job = ROOT.resolve("examples/measured-cell-b.yaml");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + path,
                        "Example",
                        job.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("0.15 s an iteration").contains("speedup 2.67");
    }

    /** Each line of it but those that stand for others, in this order; seconds of the search differ. */
    @Test
    void theFirstCommandPrintsWhatIsShown() throws IOException {
        MatchResult first = Pattern.compile(
                        "```sh\\n\\./trainwright (.*?) examples/(.*?)\\n```\\s+```text\\n(.*?)```", Pattern.DOTALL)
                .matcher(readme())
                .results()
                .findFirst()
                .orElseThrow();
        Run run = Run.of(
                first.group(1), ROOT.resolve("examples").resolve(first.group(2)).toString());
        List<String> printed = first.group(3)
                .lines()
                .filter(line -> !line.strip().equals("..."))
                .map(ReadmeTest::withoutTime)
                .toList();
        assertThat(printed).hasSizeGreaterThan(10);
        assertThat(run.out().lines().map(ReadmeTest::withoutTime).toList()).containsSubsequence(printed);
    }

    private static String withoutTime(String line) {
        return line.replaceFirst("in [0-9.]+ m?s\\.$", "in TIME");
    }

    @Test
    void everyCommandExists() throws IOException {
        List<String> named = COMMAND.matcher(readme())
                .results()
                .map((MatchResult r) -> r.group(1))
                .distinct()
                .toList();
        assertThat(named).contains("plan", "forecast", "drill");
        assertThat(new CommandLine(new Main()).getSubcommands().keySet()).containsAll(named);
    }

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }
}
