package dev.trainwright.app.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.train.measure.Figures;
import dev.trainwright.train.measure.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFilesTest {
    /** What is written is read back by the catalogue and the calibrations, with the rates that the times mean: 3 x 64 MiB in 20 ms, 32 MiB in 21 ms less 1 ms. */
    @Test
    void whatIsWrittenIsRead(@TempDir Path folder) throws IOException {
        Figures figures = new Figures(
                2, 1, at(20e-3), at(2e-3), at(2e-3), at(2e-3), at(8e-3), at(28e-3), at(4e-3), at(20e-3), at(8e-6),
                at(1e-6), at(1e-3), at(21e-3), 3e8, "2.10.0");
        MachineFiles.Host host = new MachineFiles.Host("A \"quoted\" processor", 24e9, 2e6);
        for (var file : new MachineFiles(figures, "here", LocalDate.of(2026, 12, 2), host)
                .in(folder)
                .entrySet()) {
            Files.createDirectories(file.getKey().getParent());
            Files.writeString(file.getKey(), file.getValue());
        }

        NodeType node = Catalogue.builtIn().with(folder.resolve("catalogue")).node("here");
        Accelerator rank = node.accelerator();
        assertThat(node.devices()).isEqualTo(2);
        assertThat(rank.memoryBytes()).isEqualTo(12e9);
        assertThat(rank.memoryBandwidth()).isCloseTo(3 * (64 << 20) / 20e-3, within(1e7));
        assertThat(Objects.requireNonNull(node.intraLink()).bandwidth()).isCloseTo((32 << 20) / 20e-3, within(1e6));

        Calibration read =
                Calibrations.builtIn().with(folder.resolve("calibration.yaml")).select(rank, "megatron");
        assertThat(read.id()).isEqualTo("here-rank-measured");
        assertThat(read.network().callSeconds()).isCloseTo(1e-3, within(1e-9));
        assertThat(read.memory().contextBytes()).isCloseTo(3e8, within(1e5));
        assertThat(read.provenance().text()).contains("processor", "2 processes of 1 threads", "not measured");
    }

    private static Timing at(double seconds) {
        return new Timing(seconds, 0.01);
    }
}
