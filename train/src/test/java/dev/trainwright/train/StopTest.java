package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.StopSignal;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.run.TrainRank;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are stopped, launchers that are killed, runs that are asked to end, meetings that fail. */
class StopTest {
    private static final String LAYOUT = "dp: 2, microBatch: 2";
    private static final long ENDLESS = 1_000_000;

    @TempDir
    private Path directory;

    /** SIGSTOP leaves a rank's connections open: the other finds out at the timeout, and says who does not answer. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void silentRankIsNamed(int silent) throws IOException {
        Path job = JobRuns.job(directory, 2, LAYOUT);
        Stopper stopper = new Stopper(silent);
        LocalLauncher.Outcome outcome = JobRuns.run(JobRuns.options(job, ENDLESS, ENDLESS, 3, null), 2, 0, stopper);
        assertThat(outcome.failedRank()).isEqualTo(1 - silent);
        assertThat(outcome.cause()).contains("Timed out waiting 3000ms").contains("; not answering: rank " + silent);
        assertThat(stopper.victim.isAlive()).isFalse();
    }

    /** Stops a rank at the run's first step. */
    private static final class Stopper extends TinyRuns.Watch {
        private final int rank;
        private ProcessHandle victim = ProcessHandle.current();

        Stopper(int rank) {
            this.rank = rank;
        }

        @Override
        void started(LocalLauncher.Child child) {
            if (child.rank() == rank) {
                victim = child.process();
            }
        }

        @Override
        void line(String line) {
            super.line(line);
            if (line.startsWith("[0] step 1 ")) {
                signal("STOP", victim.pid());
            }
        }
    }

    @Test
    void ranksOfAKilledLauncherEnd() throws Exception {
        Path job = JobRuns.job(directory, 2, LAYOUT);
        Launcher launcher = Launcher.start(JobRuns.options(job, ENDLESS, ENDLESS, 60, null));
        launcher.readTo("[0] step 1 ");
        launcher.process.destroyForcibly();
        for (ProcessHandle rank : launcher.ranks) {
            rank.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    /** What a batch system or a person at a terminal sends: the step under way is ended, a checkpoint written, and a later run goes on to the same weights. */
    @Test
    void runThatIsAskedToStopLeavesACheckpoint() throws Exception {
        Path job = JobRuns.job(directory.resolve("stopped"), 2, LAYOUT);
        Launcher launcher = Launcher.start(JobRuns.options(job, ENDLESS, ENDLESS, 60, null));
        launcher.readTo("[0] step 1 ");
        signal("TERM", launcher.process.pid());
        String last = launcher.readTo("stopped after step ");
        assertThat(launcher.process.waitFor()).isEqualTo(StopSignal.EXIT_CODE);
        assertThat(launcher.ranks).noneMatch(ProcessHandle::isAlive);
        long step = Long.parseLong(last.replaceAll(".*stopped after step (\\d+) as asked.*", "$1"));
        assertThat(JobRuns.steps(job)).containsExactly(step);

        assertThat(JobRuns.run(JobRuns.options(job, step + 3, ENDLESS, 60, null), 2, 0, new TinyRuns.Watch())
                        .ok())
                .isTrue();
        Path calm = JobRuns.job(directory.resolve("calm"), 2, LAYOUT);
        assertThat(JobRuns.run(JobRuns.options(calm, step + 3, ENDLESS, 60, null), 2, 0, new TinyRuns.Watch())
                        .ok())
                .isTrue();
        Map<String, double[]> expected = JobRuns.weights(calm);
        JobRuns.weights(job)
                .forEach((name, values) -> assertThat(values).as(name).isEqualTo(expected.get(name)));
    }

    @Test
    void storeThatIsNoStoreIsNamed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            refused(silent.getLocalPort());
        }
    }

    @Test
    void storeThatIsNotThereIsNamed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        refused(port);
    }

    private void refused(int port) throws IOException {
        Path job = JobRuns.job(directory, 2, LAYOUT);
        LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                LocalLauncher.java(
                        TrainRank.class, JobRuns.options(job, 1, 1, 2, null).arguments()),
                1,
                1,
                Map.of(
                        "RANK",
                        "1",
                        "LOCAL_RANK",
                        "1",
                        "WORLD_SIZE",
                        "2",
                        "LOCAL_WORLD_SIZE",
                        "2",
                        "MASTER_PORT",
                        Integer.toString(port)),
                line -> {},
                child -> {}));
        assertThat(outcome.cause())
                .contains("rank 1 of 2")
                .contains("cannot reach rank 0's store at 127.0.0.1:" + port + " within 2 s");
    }

    /** A launcher in a process of its own, which tells of its ranks. */
    public static final class Launcher {
        private final Process process;
        private final BufferedReader output;
        private final List<ProcessHandle> ranks = new ArrayList<>();

        private Launcher(Process process) {
            this.process = process;
            output = process.inputReader();
        }

        static Launcher start(RunOptions options) throws IOException {
            return new Launcher(new ProcessBuilder(LocalLauncher.java(Launcher.class, options.arguments()))
                    .redirectErrorStream(true)
                    .start());
        }

        /** The first line that holds {@code text}. */
        String readTo(String text) throws IOException {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("rank ")) {
                    ranks.add(ProcessHandle.of(Long.parseLong(line.substring("rank ".length())))
                            .orElseThrow());
                }
                if (line.contains(text)) {
                    return line;
                }
            }
            throw new AssertionError("its output ended without: " + text);
        }

        public static void main(String[] arguments) {
            LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                    LocalLauncher.java(TrainRank.class, List.of(arguments)),
                    2,
                    1,
                    Map.of(),
                    System.out::println,
                    child -> System.out.println("rank " + child.process().pid())));
            System.out.println(outcome.cause());
        }
    }

    private static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
