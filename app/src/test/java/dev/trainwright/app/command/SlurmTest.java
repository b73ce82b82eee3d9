package dev.trainwright.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainwright.app.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code launch --for slurm} writes is given to a real Slurm, and the job that runs is the one that {@code train} runs. */
class SlurmTest {
    private static final String JOB = """
            workload:
              model: {name: tiny, layers: 2, hidden: 32, heads: 2, vocab: 64}
              globalBatch: 8
              sequence: 16
              precision: fp32
              train: {steps: 3}
            cluster:
              node:
                name: any
                accelerator:
                  {id: core, vendor: any, memory: 4 GiB, memoryBandwidth: 10 GB/s, peak: {fp32: 1e11 FLOP/s},
                   vectorPeak: 5e10 FLOP/s, cache: 2 MB, units: 1, source: any, date: 2026-03}
                devices: 1
                nics: 1
                interLink: {id: link, kind: ethernet-tcp, bandwidth: 1 GB/s, attainable: 100 %, latency: 150 us,
                            inNetworkReduction: false, source: any, date: 2026-03}
              nodes: 2
            layout: {dp: 2, microBatch: 2}
            """;

    @TempDir
    private Path directory;

    @Test
    void batchScriptTrainsOnTwoNodes() throws IOException, InterruptedException {
        assumeTrue(Slurm.installed(), "needs slurm-wlm, and root to start it");
        Path job = Files.writeString(directory.resolve("job.yaml"), JOB);
        Path command = Files.createDirectory(directory.resolve("bin")).resolve("trainwright");
        Files.writeString(
                command,
                "#!/bin/sh\nexec '%s/bin/java' -cp '%s' %s \"$@\"\n"
                        .formatted(
                                System.getProperty("java.home"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> path = Map.of("PATH", command.getParent() + ":" + System.getenv("PATH"));

        Path slurmed = directory.resolve("slurmed");
        Path output = directory.resolve("output");
        try (Slurm slurm = Slurm.start(directory.resolve("slurm"))) {
            Path script = directory.resolve("script");
            Files.writeString(
                    script,
                    slurm.run(
                            path,
                            command.toString(),
                            "launch",
                            "--for",
                            "slurm",
                            "--checkpoints",
                            slurmed.toString(),
                            job.toString()));
            String said = slurm.run(path, "sbatch", "--wait", "--output=" + output, script.toString());
            assertThat(said).contains("Submitted batch job 1");
            assertThat(Files.readString(output))
                    .contains("2 processes (Slurm step 1.0), 3 steps")
                    .contains("step 3 of 3");
            assertThat(slurm.run(path, "scontrol", "show", "job", "1"))
                    .contains("JobState=COMPLETED")
                    .contains("NumNodes=2");

            Path launched = directory.resolve("launched");
            slurm.run(
                    path,
                    command.toString(),
                    "train",
                    "--threads",
                    "1",
                    "--checkpoints",
                    launched.toString(),
                    job.toString());
            assertThat(slurmed.resolve("step-00000003/manifest.json"))
                    .as("the same weights and optimizer states, by their checksums")
                    .hasSameTextualContentAs(launched.resolve("step-00000003/manifest.json"));
        }
    }
}
