package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.launch.LocalLauncher;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that die, fall silent or throw. */
class FaultTest {
    @TempDir
    private Path directory;

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
    void expertsOfACheckpointGoToWhoeverHoldsThem() throws IOException {
        String[] common = {"type=fp64", "model=mixture", "micro=2"};
        TinyRuns.Left plain = TinyRuns.run(directory.resolve("plain"), 1, with(common, "steps=3"));
        Path out = directory.resolve("moved");
        TinyRuns.run(out, 1, with(common, "steps=1"));
        TinyRuns.run(out, 2, with(common, "steps=2", "dp=2", "ep=2", "resume=1"));
        TinyRuns.Left moved = TinyRuns.run(out, 1, with(common, "steps=3", "resume=1"));
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
                .containsIgnoringCase("timed out")
                .contains("every rank's process still answers");
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
