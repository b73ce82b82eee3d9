package dev.trainwright.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private record Point(
            int devices, double seconds, @Nullable Double hours) {}

    private static final Metric<Point> DEVICES = Metric.of("devices", "devices", Dimension.COUNT, Point::devices);
    private static final Metric<Point> SECONDS =
            Metric.of("iterationSeconds", "iteration", Dimension.SECONDS, Point::seconds);
    private static final List<Metric<Point>> METRICS =
            List.of(DEVICES, SECONDS, Metric.hours("hours", "hours", Point::hours));

    private final List<Point> points = List.of(new Point(1, 0.4, null), new Point(16, 0.075, null));

    @Test
    void aTableAlignsNumbersAndLeavesOutUnknownColumns() {
        assertThat(text(100, new Table<>("points", "Points", points, METRICS))).isEqualTo("""
                        Points
                          devices  iteration
                                1     400 ms
                               16      75 ms
                        """);
    }

    @Test
    void aTableTooWideForThePageIsPrintedRowByRow() {
        assertThat(text(19, new Table<>("points", "", points, METRICS)).lines().map(String::strip))
                .containsExactly("devices    1", "iteration  400 ms", "", "devices    16", "iteration  75 ms");
    }

    @Test
    void wordsOfATableWrapWhereThePageIsNarrow() {
        Metric<String> words = Metric.text("", "layout", word -> word);
        Metric<String> length = Metric.number("", "letters", Prints::number, String::length);
        var table = new Table<>("", "", List.of("one two three four five"), List.of(words, length));
        assertThat(text(29, table)).isEqualTo("""
                          layout              letters
                          one two three four       23
                          five
                        """);
    }

    @Test
    void factsStandBelowTheirNamesOnANarrowPage() {
        assertThat(text(14, new Facts<>("", "", points.get(0), METRICS))).isEqualTo("""
                          devices
                            1
                          iteration
                            400 ms
                        """);
        assertThat(text(17, new Facts<>("", "", points.get(0), METRICS))).contains("  devices    1\n");
    }

    @Test
    void headingsAndListsWrap() {
        assertThat(text(18, new Text("", "A heading of words", List.of("one two three four", "five"))))
                .isEqualTo("A heading of words\n  - one two three\n    four\n  - five\n");
        assertThat(text(12, new Text("", "A heading of words", List.of("one"))))
                .isEqualTo("A heading of\nwords\n  one\n");
    }

    @Test
    void columnsAreTheWidthWhereTheyAreANumber() {
        assertThat(Output.columns("60", 80)).isEqualTo(60);
        assertThat(Output.columns(null, 80)).isEqualTo(80);
        assertThat(Output.columns("", 80)).isEqualTo(80);
        assertThat(Output.columns("0", 80)).isEqualTo(80);
        assertThat(Output.columns("wide", 80)).isEqualTo(80);
    }

    @Test
    void textAndJsonCarryTheSameValues() {
        Report report = Report.of(
                new Sentence("answer", "Two points."),
                new Facts<>("", "", points.get(0), METRICS),
                new Section("inner", "", Report.of(new Table<>("points", "", points, METRICS))),
                new Text("notes", "Notes", List.of("a note")),
                new Bars<>("Curve", points, DEVICES, Point::seconds, SECONDS));
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.at("/answer").asString()).isEqualTo("Two points.");
        assertThat(json.at("/devices").asInt()).isEqualTo(1);
        assertThat(json.at("/hours").isNull()).isTrue();
        assertThat(json.at("/inner/points/1/iterationSeconds").asDouble()).isEqualTo(0.075);
        assertThat(json.at("/notes/0").asString()).isEqualTo("a note");
        assertThat(report.text(page(40)))
                .contains("Two points.\n", "iteration  400 ms\n", "Notes\n  a note\n")
                .contains("   1 |#####################", " 16 |#####");
    }

    @Test
    void stepsAreNumberedWithTheirWhy() {
        var step = new Step("Your slice", "400 ms / 4", 0.1, Dimension.SECONDS, "each device takes an equal part");
        Report report = Report.of(new Steps("steps", "Steps", List.of(step)));
        assertThat(report.text(page(80))).isEqualTo("""
                        Steps
                          1. Your slice: 400 ms / 4 = 100 ms
                             why: each device takes an equal part
                        """);
        assertThat(JsonMapper.shared().readTree(report.json()).at("/steps/0"))
                .isEqualTo(JsonMapper.shared().readTree("""
                        {"what": "Your slice", "formula": "400 ms / 4", "value": 0.1, "unit": "seconds",
                         "shown": "100 ms", "why": "each device takes an equal part"}"""));
    }

    @Test
    void paragraphsWrapAtTheWidthAndKeepTheirIndent() {
        Page page = page(16);
        page.paragraph("  1. ", "one two three four");
        assertThat(page.toString()).isEqualTo("  1. one two\n     three four\n");
    }

    @Test
    void emphasisIsOnlyForTerminals() {
        assertThat(page(80).styled("bold", "x")).isEqualTo("x");
        assertThat(new Page(80, Ansi.ON).styled("bold", "x")).isEqualTo("\u001b[1mx\u001b[0m");
    }

    @Test
    void aNumberThatIsNoneNeverReachesJson() {
        var broken = Report.of(new Facts<>("", "", new Point(1, Double.NaN, null), METRICS));
        assertThatIllegalStateException().isThrownBy(broken::json).withMessageContaining("iterationSeconds");
    }

    private static String text(int width, Part part) {
        return Report.of(part).text(page(width));
    }

    private static Page page(int width) {
        return new Page(width, Ansi.OFF);
    }
}
