package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.app.command.Failure;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Place;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What a person and a script see when a command ends badly. */
class ErrorsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void refusedInputExits2WithItsProblemsOnly() {
        assertThat(run(() -> {
                    throw InputException.of(new Place("job.yaml", 3, 1, "workload.batch"), "0", "must be positive");
                }))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("job.yaml", "workload.batch", "must be positive")
                .doesNotContain("Usage", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train no-such.yaml --json",
                "train ../examples/train-small-gpt.yaml --steps 0 --json",
                "launch --for slurm no-such.yaml --json",
                "launch --for megatron ../examples/llama3-8b-64xh100.yaml --json",
                "calibrate fitted --rows no-such.csv --json",
                "plan no-such.yaml --json",
                "drill J --json",
            })
    void wrongInputIsToldOnStandardErrorWithJsonToo(String line) {
        Run run = Run.line(line);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isNotBlank().doesNotContain("internal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evidence --rows", "calibrate fitted --rows", "model", "forecast"})
    void aBinaryFileIsSaidToBeNoText(String command, @TempDir Path folder) throws IOException {
        Path binary = Files.write(folder.resolve("rows.json"), new byte[] {(byte) 0xc3, 0x28, (byte) 0xff, 0});
        Run run = Run.line(command + " " + binary);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("rows.json", "is not UTF-8 text");
    }

    /** A folder of jobs runs for minutes: what is wrong with any of them is told before the first one starts. */
    @Test
    void verifyRefusesEveryWrongJobBeforeItRunsAny(@TempDir Path folder) throws IOException {
        Files.copy(Path.of("../examples/train-small-gpt.yaml"), folder.resolve("a.yaml"));
        Files.writeString(folder.resolve("b.yaml"), "workloat: {}\n");
        Files.writeString(folder.resolve("c.yaml"), "clustre: {}\n");
        Run run = Run.of("verify", folder.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("b.yaml", "workloat", "c.yaml", "clustre")
                .doesNotContain("step 1");
    }

    @Test
    void aFailureExitsWithItsOwnCodeAndMessage() {
        assertThat(run(() -> {
                    throw Failure.environment("no space left");
                }))
                .isEqualTo(3);
        assertThat(err.toString()).isEqualToNormalizingNewlines("trainwright: no space left\n");
    }

    @Test
    void aFaultExits70AndPrintsNoStackTraceUnlessAsked() {
        Callable<Integer> fault = () -> {
            throw new IllegalStateException("odd");
        };
        assertThat(run(fault)).isEqualTo(70);
        assertThat(err.toString()).contains("odd", "--stack-trace").doesNotContain("\tat ");

        assertThat(run(fault, "--stack-trace")).isEqualTo(70);
        assertThat(err.toString()).contains("\tat ");
    }

    @Test
    void endlessRecursionIsAFaultToo() {
        assertThat(run(ErrorsTest::recurse)).isEqualTo(70);
        assertThat(err.toString()).contains("StackOverflowError").doesNotContain("\tat ");
    }

    @SuppressWarnings("InfiniteRecursion")
    private static Integer recurse() {
        return 1 + recurse();
    }

    private int run(Callable<Integer> body, String... options) {
        var main = new CommandLine(new Main())
                .addSubcommand("try", new Try(body))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        String[] args = new String[options.length + 1];
        args[0] = "try";
        System.arraycopy(options, 0, args, 1, options.length);
        int code = Main.run(main, args);
        assertThat(out.toString()).isEmpty();
        return code;
    }

    @Command
    private record Try(Callable<Integer> body) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            return body.call();
        }
    }
}
