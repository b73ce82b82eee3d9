package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.app.verify.MachineFilesTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code trainwright calibrate --machine}. */
class MachineRunsTest {
    private static final String JOB = "../examples/train-small-gpt.yaml";

    @TempDir
    private Path folder;

    /** A run that takes a quarter longer than forecast moves the machine's forecast there; what the probes measured of overlap stays. */
    @Test
    void runsMoveTheForecastOfTheirMachine() throws IOException {
        Path machine = folder.resolve("machine");
        MachineFilesTest.write(machine);
        double before = seconds(machine);
        Path verified = Files.writeString(
                folder.resolve("verify.json"), "{\"iteration\": {\"measuredSeconds\": " + 1.25 * before + "}}");
        Path fitted = folder.resolve("fitted");

        Run run =
                Run.of("calibrate", fitted.toString(), "--machine", machine.toString(), "--run", JOB + "=" + verified);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(seconds(fitted)).isCloseTo(1.25 * before, withinPercentage(5));
        assertThat(Files.readString(fitted.resolve("calibration/here-2-rank.yaml")))
                .contains("overlap: 1\n")
                .contains("; fitted to 1 of its runs");
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        Path machine = folder.resolve("machine");
        MachineFilesTest.write(machine);
        String there = machine.toString();
        String out = folder.resolve("fitted").toString();
        refused("belong together", "calibrate", out, "--machine", there);
        refused("a number with one of the units", "calibrate", out, "--machine", there, "--run", JOB + "=soon");
        refused("JOB=TIME", "calibrate", out, "--machine", there, "--run", JOB);
        refused(
                "layout and one node",
                "calibrate",
                out,
                "--machine",
                there,
                "--run",
                "../examples/llama3-8b-64xh100.yaml=1s");
        Run both = Run.of("calibrate", out, "--machine", there, "--run", JOB + "=soon", "--run", "none.yaml=1s");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("soon is no time above 0", "none.yaml: no such file");
        refused("no description of a machine", "calibrate", out, "--machine", folder.toString(), "--run", JOB + "=1s");
    }

    private static void refused(String why, String... arguments) {
        Run run = Run.of(arguments);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }

    private static double seconds(Path machine) {
        return Run.of(
                        "forecast",
                        JOB,
                        "--set",
                        "cluster.node=here-2",
                        "--set",
                        "workload.compiled=false",
                        "--catalogue",
                        machine.resolve("catalogue").toString(),
                        "--calibration",
                        machine.resolve("calibration").toString(),
                        "--json")
                .json()
                .at("/iteration/seconds")
                .asDouble();
    }
}
