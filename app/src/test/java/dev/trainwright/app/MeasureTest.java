package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.app.report.Report;
import dev.trainwright.app.verify.MachineFiles;
import dev.trainwright.app.verify.MeasureReport;
import dev.trainwright.app.verify.Probed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code trainwright measure} tells; the probes take minutes, their figures are given here. */
class MeasureTest {
    @Test
    void tellsTheRatesThatTheTimesMean() throws IOException {
        MachineFiles machine = new MachineFiles(
                Probed.byTwo(), "here", LocalDate.of(2026, 12, 2), new MachineFiles.Host("a processor", 24e9, 2e6));
        Path folder = Path.of("machine");

        Report report =
                MeasureReport.of(List.of(machine), folder, machine.in(folder).keySet());
        JsonNode json = JsonMapper.shared().readTree(report.json());

        JsonTest.holds("measure", List.of(json));
        assertThat(json.at("/memoryBytes").asDouble()).isEqualTo(24e9);
        JsonNode node = json.at("/nodes/0");
        assertThat(node.path("memoryBytesPerSecond").asDouble()).isCloseTo(3 * (64 << 20) / 20e-3, within(1.0));
        assertThat(node.path("busBytesPerSecond").asDouble()).isCloseTo(1e9, within(1.0));
        assertThat(node.path("callSeconds").asDouble()).isCloseTo(1e-3, within(1e-9));
        assertThat(node.path("drag").asDouble()).isCloseTo(0.5, within(1e-9));
        assertThat(json.at("/transfers")).hasSize(8);
        assertThat(json.at("/files/0").asString()).isEqualTo("machine/catalogue/accelerators/here-2-rank.yaml");
    }
}
