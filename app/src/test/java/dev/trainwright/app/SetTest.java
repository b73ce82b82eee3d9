package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --set} changes a job before it is read. */
class SetTest {
    private static final String CELL_B = "../examples/measured-cell-b.yaml";

    @TempDir
    private Path folder;

    /** The page: 400 ms of compute and 50 ms of synchronisation; 8 devices take 400/8 + 50 = 100 ms, with 5 ms 400/8 + 5. */
    @Test
    void changesAreThoseOfTheFile() {
        Run eight = Run.of("forecast", CELL_B, "--set", "cluster.devices=8", "--json");
        assertThat(eight.number("/speedup")).isEqualTo(4, within(1e-12));
        Run faster = Run.of(
                "forecast",
                CELL_B,
                "--set",
                "cluster.devices=8",
                "--set",
                "workload.measured.communication=5 ms",
                "--json");
        assertThat(faster.number("/iteration/seconds")).isEqualTo(0.055, within(1e-12));
    }

    @Test
    void partsInFilesOfTheirOwnAreChangedTooAndAnEmptyValueTakesOut() throws IOException {
        Files.writeString(
                folder.resolve("work.yaml"), "{model: llama-3.1-8b, globalBatch: 16, sequence: 8192, dropout: true}");
        Path job = Files.writeString(
                folder.resolve("job.yaml"), "{workload: work.yaml, cluster: {node: dgx-h100}, layout: {zero: 3}}");
        Run run = Run.of(
                "forecast",
                job.toString(),
                "--set",
                "workload.globalBatch=32",
                "--set",
                "workload.dropout=",
                "--set",
                "layout={zero: 3, microBatch: 2}",
                "--json");
        assertThat(run.number("/throughput/globalBatch")).isEqualTo(32);
        assertThat(run.number("/layout/microBatch")).isEqualTo(2);
        assertThat(run.out()).contains("dropout = false: recent models");
    }

    @Test
    void everyCommandThatReadsAJobTakesIt() {
        String pipeline = "../examples/gpt3-175b-64xa100.yaml";
        assertThat(Run.of("timeline", pipeline, "--micro-batches", "16", "--set", "layout.virtualStages=1", "--json")
                        .number("/virtualStages"))
                .isEqualTo(1);
        assertThat(Run.of("fit", "../examples/llama3-8b-8xh100.yaml", "--set", "layout.microBatch=1", "--json")
                        .number("/layout/microBatch"))
                .isEqualTo(1);
        assertThat(Run.of(
                                "plan",
                                "../examples/llama3-8b-8xh100.yaml",
                                "--set",
                                "cluster.nodes=2",
                                "--set",
                                "workload.globalBatch=32",
                                "--json")
                        .number("/devices"))
                .isEqualTo(16);
        assertThat(Run.of("launch", CELL_B, "--for", "slurm", "--set", "cluster.devices=3")
                        .out())
                .contains("--nodes=3", "--set cluster.devices=3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            workload.globalBach=3     | --set: workload.globalBach: unknown key
            cluster.devices=two       | --set: cluster.devices: "two"
            cluster.devices.more=2    | --set: cluster.devices.more: nothing can be set inside
            cluster.pools=            | --set: cluster.pools: is not in the file
            cluster.nodes             | expected KEY=VALUE
            =3                        | expected KEY=VALUE
            layout.[0]=3              | expected KEY=VALUE
            layout={zero: 3           | --set: layout: is not YAML
            workload=none.yaml        | no such file
            """)
    void wrongChangesAreRefusedAtTheirPlace(String change, String message) {
        Run run = Run.of("forecast", CELL_B, "--set", change);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message).doesNotContain("Exception");
    }

    @Test
    void everyWrongChangeIsSaidAtOnceAndTwiceTheSameIsRefused() {
        Run run = Run.of("forecast", CELL_B, "--set", "x", "--set", "cluster.devices=2", "--set", "cluster.devices=3");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("\"x\": expected", "cluster.devices: is set twice");
    }
}
