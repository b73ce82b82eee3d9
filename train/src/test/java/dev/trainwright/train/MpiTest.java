package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.run.TrainRank;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that Open MPI starts. */
class MpiTest {
    @TempDir
    private Path directory;

    @Test
    void ranksOfMpirunTrain() throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mpirun"))),
                "needs mpirun (openmpi-bin)");
        Path job = JobRuns.job(directory, 2, "dp: 2, microBatch: 2");
        List<String> command = new ArrayList<>(List.of("mpirun", "--oversubscribe", "-np", "2", "-x", "MASTER_PORT"));
        command.addAll(LocalLauncher.java(
                TrainRank.class, JobRuns.options(job, 2, 2, 60, null).arguments()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        try (ServerSocket free = new ServerSocket(0)) {
            builder.environment().put("MASTER_PORT", Integer.toString(free.getLocalPort()));
        }
        Process mpirun = builder.start();
        String said = new String(mpirun.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(mpirun.waitFor()).as(said).isZero();
        assertThat(said).contains("2 processes (Open MPI's variables), 2 steps").contains("step 2 of 2");
        assertThat(JobRuns.steps(job)).containsExactly(2L);
    }
}
