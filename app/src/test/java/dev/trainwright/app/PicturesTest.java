package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PicturesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final String PIPELINE =
            EXAMPLES.resolve("gpt3-175b-64xa100.yaml").toString();

    @TempDir
    private Path folder;

    @Test
    void theCurveOfCellsAToDShowsInTheTerminalAndAsSvg() throws Exception {
        Path file = folder.resolve("cells.svg");
        Run run = Run.of("drill", "B", "--svg", file.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "A: no communication, S = k",
                        "C: one device, exactly 1",
                        "B: four devices, 2.667",
                        "D: the ceiling 400 / 50 = 8");
        Document svg = svg(file);
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2);
    }

    @Test
    void aSpeedupCurveIsWrittenWithItsCeiling() throws Exception {
        Path file = folder.resolve("speedup.svg");
        Run run = Run.of("speedup", "--compute", "400ms", "--comm", "50ms", "--devices", "4", "--svg", file.toString());
        assertThat(run.code()).isZero();
        assertThat(svg(file).getDocumentElement().getTextContent()).contains("ceiling", "ideal, S = k");
    }

    /** Interleaved 1F1B on p = 8 stages of v = 3 chunks: 2 p m v operations, and a bubble near (p-1)/(v m + p - 1) of the wall time. */
    @Test
    void aTimelineShowsEveryOperation() throws Exception {
        int m = 16;
        Path svg = folder.resolve("timeline.svg");
        Path trace = folder.resolve("timeline.json");
        Run run = Run.of(
                "timeline",
                PIPELINE,
                "--micro-batches",
                "16",
                "--svg",
                svg.toString(),
                "--trace",
                trace.toString(),
                "--json");
        assertThat(run.code()).as(run.err()).isZero();
        double seconds = run.number("/seconds");
        int operations = 2 * 8 * m * 3;
        // The white ground is a rectangle, too.
        assertThat(svg(svg).getElementsByTagName("rect").getLength()).isEqualTo(operations + 1);

        JsonNode events = JsonMapper.shared().readTree(Files.readString(trace)).at("/traceEvents");
        assertThat(StreamSupport.stream(events.spliterator(), false)
                        .filter(e -> e.at("/ph").asString().equals("X")))
                .hasSize(operations);
        double last = StreamSupport.stream(events.spliterator(), false)
                .mapToDouble(e -> e.at("/ts").asDouble() + e.at("/dur").asDouble())
                .max()
                .orElseThrow();
        assertThat(last / 1e6).isCloseTo(seconds, within(1e-9));

        double bubble = 7.0 / (3 * m + 7);
        for (JsonNode stage : run.json().at("/stage")) {
            assertThat(stage.at("/idleShare").asDouble()).isCloseTo(bubble, within(0.03));
        }
        assertThat(Run.of("timeline", PIPELINE, "--micro-batches", "16").out())
                .contains("stage 0 0123456", "stage 7 .......0");
    }

    @Test
    void whatCannotBeDrawnIsRefused() throws IOException {
        assertThat(Run.of("timeline", PIPELINE, "--micro-batches", "12").err()).contains("multiple of its 8 stages");
        assertThat(Run.of("timeline", PIPELINE, "--micro-batches", "80000").err())
                .contains("too many")
                .doesNotContain("internal");
        assertThat(Run.of("timeline", EXAMPLES.resolve("llama3-8b-64xh100.yaml").toString())
                        .err())
                .contains("no layout");
        Run nowhere =
                Run.of("drill", "--svg", folder.resolve("no/such/folder.svg").toString());
        assertThat(nowhere.code()).isEqualTo(3);
        assertThat(nowhere.err()).contains("cannot be written");
    }

    @Test
    void thePlansAreDrawn() throws Exception {
        Path file = folder.resolve("plan.svg");
        Run run = Run.of(
                "plan",
                EXAMPLES.resolve("llama3-8b-64xh100.yaml").toString(),
                "--max-pp",
                "1",
                "--top",
                "3",
                "--svg",
                file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(svg(file).getDocumentElement().getTextContent())
                .contains("1.  dp", "2.  dp", "3.  dp", "forward", "GiB");
    }

    @Test
    void completionKnowsEveryCommand() {
        Run run = Run.of("completion");
        assertThat(run.code()).isZero();
        for (String command : new CommandLine(new Main()).getSubcommands().keySet()) {
            assertThat(run.out()).contains(command);
        }
        assertThat(run.out()).contains("--json", "--svg", "complete -F");
    }

    /** The script in a real bash, with a word begun as after the tabulator key. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pla | plan",
                "plan --by m | memory",
                "plan --recompute sel | selective selective-operations",
                "plan job.yaml --zero '' | 0 1 2 3",
                "speedup --scaling w | weak",
                "launch --for sl | slurm",
                "drill G | G",
                "fit --reci | --recipe",
            })
    void bashCompletes(String line, String expected) throws Exception {
        Path script = Files.writeString(
                folder.resolve("completion.sh"), Run.of("completion").out());
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "compopt() { :; }; . \"$1\"; COMP_WORDS=(trainwright " + line
                                + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                                + " _complete_trainwright; echo \"${COMPREPLY[*]}\"",
                        "bash",
                        script.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo(expected);
    }

    /** The help of each command shows how it is called. */
    @Test
    void everyHelpHasAnExample() {
        for (String command : new CommandLine(new Main()).getSubcommands().keySet()) {
            String help = Run.of(command, "--help").out();
            assertThat(help).as(command).contains("Example");
            assertThat(help.substring(help.lastIndexOf("Example"))).contains("trainwright " + command);
        }
        assertThat(Run.of("--help").out()).contains("Example", "trainwright plan");
    }

    private static Document svg(Path file) throws ParserConfigurationException, IOException, SAXException {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        return document;
    }
}
