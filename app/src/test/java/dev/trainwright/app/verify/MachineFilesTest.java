package dev.trainwright.app.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.train.measure.Figures;
import dev.trainwright.train.measure.ProbeTraining;
import dev.trainwright.workload.NumberFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class MachineFilesTest {
    /** What is written is read back by the catalogue and the calibrations, with the rates that the times mean: 3 x 64 MiB in 20 ms, all-reduces of 1 ms and a second for each GB. */
    @Test
    void whatIsWrittenIsRead(@TempDir Path folder) throws IOException {
        write(folder);

        NodeType node = Catalogue.builtIn().with(folder.resolve("catalogue")).node("here-2");
        Accelerator rank = node.accelerator();
        assertThat(node.devices()).isEqualTo(2);
        assertThat(rank.memoryBytes()).isEqualTo(12e9);
        assertThat(rank.memoryBandwidth()).isCloseTo(3 * (64 << 20) / 20e-3, within(1e7));
        assertThat(Objects.requireNonNull(node.intraLink()).bandwidth()).isCloseTo(1e9, within(1e6));

        Calibration read =
                Calibrations.builtIn().with(folder.resolve("calibration")).select(rank, "megatron");
        assertThat(read.id()).isEqualTo("here-2-rank-measured");
        assertThat(read.network().callSeconds()).isCloseTo(1e-3, within(1e-6));
        // 20 ms of all-reduce beside 40 ms of compute made it 50; backward took 16 ms for twice the 4 of forward.
        assertThat(read.network().drag()).isCloseTo(0.5, within(1e-9));
        assertThat(read.engine().convolutionBackward()).isCloseTo(0.5, within(1e-9));
        // Half an all-reduce takes half a second for a GB; there and back are two messages.
        assertThat(read.engine().allGather()).isCloseTo(2, within(1e-3));
        assertThat(read.engine().reduceScatter()).isCloseTo(3, within(1e-3));
        assertThat(read.engine().pointToPoint()).isCloseTo(0.5, within(1e-3));
        assertThat(read.engine().gathersAhead()).isFalse();
        assertThat(read.compute().stepSeconds()).isCloseTo(2e-3, within(1e-6));
        assertThat(read.memory().contextBytes()).isCloseTo(3e8, within(1e5));
        // The small training that was measured is forecast as it was.
        Forecast small = Forecaster.forecast(
                ProbeTraining.job(String.format(
                        Locale.ROOT,
                        "{id: rank, memory: 1 GB, memoryBandwidth: %f B/s, peak: {fp32: %f FLOP/s}, vectorPeak: %f FLOP/s}",
                        rank.memoryBandwidth(),
                        rank.peak(NumberFormat.FP32),
                        rank.vectorPeak())),
                read);
        assertThat(small.terms().getOrDefault(Term.FORWARD, 0.0) + small.terms().getOrDefault(Term.BACKWARD, 0.0))
                .isCloseTo(0.2, withinPercentage(0.1));
        assertThat(small.terms().getOrDefault(Term.OPTIMIZER, 0.0)).isCloseTo(0.03, withinPercentage(0.1));
        assertThat(small.memory().residentBytes()).isCloseTo(4e8, withinPercentage(0.1));
        assertThat(read.provenance().text()).contains("processor", "2 processes at once of 1 thread");
    }

    /** A machine of two processes, called here. */
    public static void write(Path folder) throws IOException {
        Figures figures = Probed.byTwo();
        MachineFiles.Host host = new MachineFiles.Host("A \"quoted\" processor", 24e9, 2e6);
        for (var file : new MachineFiles(figures, "here", LocalDate.of(2026, 12, 2), host)
                .in(folder)
                .entrySet()) {
            Files.createDirectories(file.getKey().getParent());
            Files.writeString(file.getKey(), file.getValue());
        }
    }
}
