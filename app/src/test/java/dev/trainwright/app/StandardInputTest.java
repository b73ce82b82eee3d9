package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job given as {@code -}. */
class StandardInputTest {
    private static final String SEARCH_TIME = "(?<=\"simulated\" : \\d{1,9},)\\s+\"seconds\" : [0-9.E-]+";
    private static final Path FILE = Path.of("..", "examples", "llama3-8b-8xh100.yaml");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "forecast %s",
                "forecast %s --explain --set layout.microBatch=1",
                "plan %s --top 1 --max-pp 1",
                "fit %s --max",
                "launch %s --for torchtitan",
                "compare %s --config older:cluster.node=dgx-a100-80gb",
            })
    void answersAsTheFileDoes(String line) throws IOException {
        Run piped = run(Files.readString(FILE), line.formatted("-") + " --json");
        Run read = Run.line(line.formatted(FILE) + " --json");
        assertThat(piped.code()).as(piped.err()).isEqualTo(read.code());
        String name = "llama3-8b-8xh100";
        assertThat(piped.out().replace("standard input", name).replaceAll(SEARCH_TIME, ""))
                .isEqualTo(read.out().replaceAll(SEARCH_TIME, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            workload: {modell: gpt-2}     | forecast -                  | standard input:1:
            ''                            | forecast -                  | standard input
            {a: [                         | plan -                      | standard input:1:
            workload: {model: no.json}    | fit -                       | no.json
            workload: {model: gpt-2}      | train -                     | every rank reads the job
            workload: {model: gpt-2}      | verify -                    | every rank reads the job
            """)
    void errorsNameIt(String text, String line, String words) {
        Run run = run(text, line);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "kubernetes", "kubeflow"})
    void ranksCannotReadIt(String target) throws IOException {
        Run run = run(Files.readString(FILE), "launch - --for " + target);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("standard input: the ranks read the job file themselves");
    }

    @ParameterizedTest
    @ValueSource(strings = {"config.json", "./config.json"})
    void pathsAreRelativeToTheWorkingFolder(String model) {
        String job =
                "{\n\t\"workload\": {\"model\": \"%s\", \"globalBatch\": 8, \"sequence\": 128},\n\t\"cluster\": {\"node\": \"dgx-h100\"}\n}\n";
        Run run = run(job.formatted(model), "forecast -");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no such file").doesNotContain("standard input/");
        assertThat(run(job.formatted("gpt-2"), "forecast -").code()).isZero();
    }

    private static Run run(String input, String line) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return Run.line(line);
        } finally {
            System.setIn(before);
        }
    }
}
