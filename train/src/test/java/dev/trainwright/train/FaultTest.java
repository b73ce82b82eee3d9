package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.launch.LocalLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that die, fall silent or throw. */
class FaultTest {
    private static final String[] RUN = {"type=fp32", "rule=adamw", "steps=14", "every=2", "micro=2"};

    @TempDir
    private Path directory;

    /** Killed with SIGKILL again and again, started again: the same weights bit for bit. */
    @ParameterizedTest
    @CsvSource({"2, 3, dp=2", "4, 1, dp=4", "2, 1, dp=2 zero=3"})
    void restartedRunEndsWithTheSameBits(int processes, int deaths, String layout) throws IOException {
        String[] options = with(RUN, layout.split(" ", -1));
        TinyRuns.Left undisturbed = TinyRuns.run(directory.resolve("calm"), processes, options);
        Path out = directory.resolve("storm");
        TinyRuns.Killer killer = new TinyRuns.Killer(processes * 31L + deaths, processes, deaths);
        LocalLauncher.Outcome outcome = TinyRuns.launch(out, processes, deaths, killer, with(options, "resume=1"));
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        assertThat(killer.lines)
                .filteredOn(
                        line -> line.matches("restart \\d of " + deaths + ": rank \\d was ended by signal 9(?s:.*)"))
                .hasSize(deaths);
        assertThat(TinyRuns.difference(undisturbed, TinyRuns.left(out))).isZero();
    }

    @Test
    void checkpointResumesOnAnotherLayout() throws IOException {
        String[] common = {"type=fp64", "micro=2"};
        TinyRuns.Left plain = TinyRuns.run(directory.resolve("plain"), 1, with(common, "steps=6"));
        Path out = directory.resolve("moved");
        TinyRuns.run(out, 2, with(common, "steps=3", "dp=2", "zero=2"));
        TinyRuns.run(out, 2, with(common, "steps=5", "tp=2", "resume=1"));
        TinyRuns.Left moved = TinyRuns.run(out, 1, with(common, "steps=6", "resume=1"));
        assertThat(TinyRuns.difference(plain, moved)).isLessThan(1e-12);
    }

    @Test
    void deadRankIsNamedAtOnce() throws IOException {
        LocalLauncher.Outcome outcome = fail(3, "exit");
        assertThat(outcome.failedRank()).isEqualTo(1);
        assertThat(outcome.exitCode()).isEqualTo(9);
    }

    @Test
    void throwingRankIsNamedWithItsCause() throws IOException {
        LocalLauncher.Outcome outcome = fail(3, "throw");
        assertThat(outcome.failedRank()).isEqualTo(1);
        assertThat(outcome.cause()).contains("rank 1 ended with exit code 1").contains("the data of step 3 is spoilt");
    }

    /** A rank that neither dies nor answers: the others give up at the timeout and name the group. */
    @Test
    void silentRankIsFoundAtTheTimeout() throws IOException {
        LocalLauncher.Outcome outcome = fail(3, "silent");
        assertThat(outcome.failedRank()).isZero();
        assertThat(outcome.cause())
                .contains("CollectiveFailure")
                .contains("of ranks [0, 1] failed on rank 0")
                .containsIgnoringCase("timed out");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void damagedCheckpointIsRefusedByName(boolean truncate) throws IOException {
        TinyRuns.run(directory, 1, "steps=2");
        Path file = directory.resolve("step-00000002/rank-00000.safetensors");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, truncate ? java.util.Arrays.copyOf(bytes, bytes.length - 100) : bytes);
        LocalLauncher.Outcome outcome = TinyRuns.launch(directory, 1, 0, new TinyRuns.Watch(), "steps=3", "resume=1");
        assertThat(outcome.cause()).contains("CheckpointException").contains(file + " is damaged");
    }

    private LocalLauncher.Outcome fail(int step, String how) throws IOException {
        return TinyRuns.launch(
                directory,
                2,
                0,
                new TinyRuns.Watch(),
                "dp=2",
                "timeout=4",
                "failRank=1",
                "failStep=" + step,
                "fail=" + how);
    }

    private static String[] with(String[] common, String... more) {
        String[] all = java.util.Arrays.copyOf(common, common.length + more.length);
        System.arraycopy(more, 0, all, common.length, more.length);
        return all;
    }
}
