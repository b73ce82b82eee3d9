package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainwright.train.checkpoint.Durable;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Restarts;
import dev.trainwright.train.run.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that fill up and files that change behind the run's back. */
class DamageTest {
    @TempDir
    private Path directory;

    /** A file-size limit below one shard: what is written for a checkpoint is refused by the system, as on a full disk. */
    @Test
    void diskThatIsFullIsNamedAndTheCheckpointsBeforeStay() throws IOException {
        Engine.start(1); // unpacks the native libraries, which are larger than the limit
        Path job = JobRuns.job(directory, 2, "dp: 2, microBatch: 2");
        RunOptions options = JobRuns.options(job, 2, 2, 60, null);
        assertThat(JobRuns.run(options, 2, 0, new TinyRuns.Watch()).ok()).isTrue();

        List<String> limited = List.of("sh", "-c", "ulimit -f 64; exec \"$@\"", "sh");
        LocalLauncher.Outcome outcome =
                JobRuns.run(limited, JobRuns.options(job, 6, 2, 60, null), 2, 0, new TinyRuns.Watch());
        assertThat(outcome.ok()).isFalse();
        assertThat(outcome.cause())
                .containsPattern("rank \\d ended with exit code 1")
                .containsPattern("rank-0000\\d.safetensors cannot be written: File too large");
        assertThat(JobRuns.steps(job)).containsExactly(2L);

        TinyRuns.Watch watch = new TinyRuns.Watch();
        assertThat(JobRuns.run(JobRuns.options(job, 4, 2, 60, null), 2, 0, watch)
                        .ok())
                .isTrue();
        assertThat(watch.lines).anyMatch(line -> line.contains("resumed from") && line.endsWith("after step 2"));
        assertThat(JobRuns.names(JobRuns.checkpoints(job))).containsExactlyInAnyOrder("step-00000002", "step-00000004");
    }

    /** A disk with room for one checkpoint and a part of the next, which both ranks write to. */
    @Test
    void checkpointThatDoesNotFitOnTheDiskIsLeftOut() throws IOException, InterruptedException {
        String model = "layers: 2, hidden: 128, heads: 2, vocab: 64";
        String layout = "dp: 2, microBatch: 2, zero: 1";
        Path calm = JobRuns.job(directory.resolve("calm"), model, 2, layout);
        assertThat(JobRuns.run(JobRuns.options(calm, 4, 4, 60, null), 2, 0, new TinyRuns.Watch())
                        .ok())
                .isTrue();
        Path job = JobRuns.job(directory.resolve("small"), model, 2, layout);
        Path disk = Files.createDirectories(JobRuns.checkpoints(job));
        assumeTrue(mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()), "file systems may be mounted");
        try {
            RunOptions four = JobRuns.options(job, 4, 2, 60, null);
            LocalLauncher.Outcome outcome = JobRuns.run(four, 2, 0, new TinyRuns.Watch());
            assertThat(outcome.cause())
                    .containsPattern("rank \\d ended with exit code 1")
                    .containsPattern(disk + "/.unfinished-4/rank-0000\\d.safetensors cannot be written: No space left");
            assertThat(JobRuns.steps(job)).containsExactly(2L);
            assertThat(Files.exists(
                            disk.resolve(".unfinished-4/rank-0000%d.safetensors".formatted(outcome.failedRank()))))
                    .as("a part that fills the disk")
                    .isFalse();

            assertThat(mount("-o", "remount,size=64m", disk.toString())).isTrue();
            TinyRuns.Watch watch = new TinyRuns.Watch();
            assertThat(JobRuns.run(four, 2, 0, watch).ok()).isTrue();
            assertThat(watch.lines).anyMatch(line -> line.contains("resumed from") && line.endsWith("after step 2"));
            assertThat(JobRuns.names(disk)).containsExactlyInAnyOrder("step-00000002", "step-00000004");
            Map<String, double[]> expected = JobRuns.weights(calm);
            JobRuns.weights(job)
                    .forEach((name, values) -> assertThat(values).as(name).isEqualTo(expected.get(name)));
        } finally {
            // Lazily: files of the last checkpoint are still mapped into this process.
            assertThat(new ProcessBuilder("umount", "-l", disk.toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    private static boolean mount(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void smallFilesThatCannotBeWrittenAreNamed() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has /dev/full");
        assertThatThrownBy(() -> Durable.write(full, new byte[1]))
                .hasMessage("/dev/full cannot be written: No space left on device");
    }

    @Test
    void metricsThatCannotBeWrittenStopTheRun() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has /dev/full");
        Path job = JobRuns.job(directory, 1, "dp: 1, microBatch: 8");
        LocalLauncher.Outcome outcome = JobRuns.run(JobRuns.options(job, 2, 2, 60, full), 1, 0, new TinyRuns.Watch());
        assertThat(outcome.cause()).contains("metrics cannot be written").contains("No space left on device");
    }

    /** Training again from the checkpoint before a damaged one comes to the same weights; when none is whole, nothing begins anew by itself. */
    @Test
    void damagedCheckpointsAreNamedAndPassedOver() throws IOException {
        String layout = "dp: 2, microBatch: 2";
        Path calm = JobRuns.job(directory.resolve("calm"), 2, layout);
        assertThat(JobRuns.run(JobRuns.options(calm, 8, 8, 60, null), 2, 0, new TinyRuns.Watch())
                        .ok())
                .isTrue();
        Path job = JobRuns.job(directory.resolve("damaged"), 2, layout);
        RunOptions six = JobRuns.options(job, 6, 2, 60, null);
        assertThat(JobRuns.run(six, 2, 0, new TinyRuns.Watch()).ok()).isTrue();
        Path flipped = shard(job, 6);
        change(flipped, false);
        Path cut = shard(job, 4);
        change(cut, true);

        TinyRuns.Watch watch = new TinyRuns.Watch();
        RunOptions eight = JobRuns.options(job, 8, 2, 60, null);
        assertThat(JobRuns.run(eight, 2, 0, watch).ok()).isTrue();
        assertThat(watch.lines)
                .anyMatch(line -> line.contains(flipped + " is damaged: its bytes are not those that were written"))
                .anyMatch(line -> line.contains(cut + " is damaged: it has "))
                .anyMatch(line -> line.contains("resumed from") && line.endsWith("after step 2"));
        Map<String, double[]> expected = JobRuns.weights(calm);
        JobRuns.weights(job)
                .forEach((name, values) -> assertThat(values).as(name).isEqualTo(expected.get(name)));

        for (long step : JobRuns.steps(job)) {
            change(shard(job, step), true);
        }
        TinyRuns.Watch refused = new TinyRuns.Watch();
        LocalLauncher.Outcome outcome = JobRuns.run(eight, 2, 3, refused);
        assertThat(outcome.exitCode()).isEqualTo(Restarts.NO_RESTART);
        assertThat(outcome.cause()).contains("has no checkpoint that is whole");
        assertThat(refused.lines).noneMatch(line -> line.startsWith("restart "));
    }

    private static Path shard(Path job, long step) {
        return JobRuns.checkpoints(job).resolve("step-%08d/rank-00000.safetensors".formatted(step));
    }

    private static void change(Path file, boolean cut) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, cut ? Arrays.copyOf(bytes, bytes.length - 100) : bytes);
    }
}
