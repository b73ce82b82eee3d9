package dev.trainwright.train;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.launch.LocalLauncher;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that are killed with SIGKILL, again and again, at moments drawn from a seed: the run ends with the weights of the undisturbed one, bit for bit. */
class StormTest {
    /** More of them for a longer storm: {@code -Dtrainwright.storm=10} kills ten times as often. */
    private static final int TIMES = Integer.getInteger("trainwright.storm", 1);

    private static final String SMALL = "layers: 2, hidden: 32, heads: 2, vocab: 64";
    private static final String LARGE = "layers: 2, hidden: 128, heads: 2, vocab: 64";
    private static final String UNFINISHED = ".unfinished-";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 3 | dp: 2, microBatch: 2",
                "2 | 1 | dp: 2, microBatch: 2, zero: 3",
                "4 | 1 | dp: 4, microBatch: 2",
            })
    void killedAtRandomMoments(int processes, int deaths, String layout) throws IOException {
        int steps = 30 + 10 * deaths * TIMES;
        Path calm = calm(SMALL, processes, layout, steps);
        Path job = JobRuns.job(directory.resolve("storm"), SMALL, processes, layout);
        storm(calm, processes, steps, new TimedStorm(job, 31L * processes + deaths, deaths * TIMES));
    }

    /** The moments are those in which a checkpoint is half written: its directory, a shard, a description or the manifest has just appeared. */
    @Test
    void killedWhileACheckpointIsWritten() throws IOException {
        int deaths = 2 * TIMES;
        int steps = 8 + 4 * deaths;
        String layout = "dp: 2, microBatch: 4";
        Path calm = calm(LARGE, 2, layout, steps);
        Path job = JobRuns.job(directory.resolve("storm"), LARGE, 2, layout);
        try (WriteStorm storm = new WriteStorm(job, deaths)) {
            storm(calm, 2, steps, storm);
            assertThat(storm.unfinished)
                    .as("deaths that left a half-written checkpoint")
                    .isPositive();
        }
    }

    private Path calm(String model, int processes, String layout, int steps) throws IOException {
        Path job = JobRuns.job(directory.resolve("calm"), model, processes, layout);
        LocalLauncher.Outcome outcome =
                JobRuns.run(JobRuns.options(job, steps, 2, 60, null), processes, 0, new TinyRuns.Watch());
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        return job;
    }

    private static void storm(Path calm, int processes, int steps, Storm storm) throws IOException {
        Path metrics = storm.job.resolveSibling("metrics");
        LocalLauncher.Outcome outcome =
                JobRuns.run(JobRuns.options(storm.job, steps, 2, 60, metrics), processes, storm.deaths, storm);
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        assertThat(storm.lines)
                .filteredOn(line -> line.startsWith("restart "))
                .hasSize(storm.deaths)
                .allSatisfy(line -> assertThat(line).containsPattern("rank \\d was ended by signal 9"));
        assertThat(storm.lost)
                .as("checkpoints that were there and from which the run did not go on")
                .isEmpty();
        Map<String, double[]> weights = JobRuns.weights(storm.job);
        Map<String, double[]> expected = JobRuns.weights(calm);
        assertThat(weights.keySet()).isEqualTo(expected.keySet()).isNotEmpty();
        expected.forEach((name, values) ->
                assertThat(requireNonNull(weights.get(name))).as(name).isEqualTo(values));
        assertThat(Files.readAllLines(metrics))
                .as("a line of metrics for each step")
                .hasSize(steps);
    }

    /** Kills a random rank so many times, and sees where the run goes on. */
    private abstract static class Storm extends TinyRuns.Watch {
        final int deaths;
        final List<String> lost = new CopyOnWriteArrayList<>();
        final SplittableRandom random;
        final Path job;
        private final Map<Integer, ProcessHandle> running = new ConcurrentHashMap<>();
        private long committed;
        int left;

        Storm(Path job, long seed, int deaths) {
            this.job = job;
            this.deaths = deaths;
            left = deaths;
            random = new SplittableRandom(seed);
        }

        @Override
        synchronized void started(LocalLauncher.Child child) {
            running.put(child.rank(), child.process());
        }

        @Override
        synchronized void line(String line) {
            super.line(line);
            if (line.startsWith("restart ")) {
                committed = JobRuns.steps(job).stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0);
            }
            if (line.startsWith("[0] resumed ")) {
                long from = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
                if (from < committed) {
                    lost.add(line + " though there was a checkpoint of step " + committed);
                }
            }
        }

        synchronized void kill() {
            ProcessHandle victim = requireNonNull(running.get(random.nextInt(running.size())));
            if (left > 0 && victim.isAlive()) {
                left--;
                victim.destroyForcibly();
            }
        }
    }

    /** The first time while the ranks start, then some time after an attempt's first step. */
    private static final class TimedStorm extends Storm {
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

        TimedStorm(Path job, long seed, int deaths) {
            super(job, seed, deaths);
        }

        @Override
        synchronized void started(LocalLauncher.Child child) {
            super.started(child);
            if (left == deaths && child.rank() == 1) {
                killIn(random.nextInt(2000));
            }
        }

        @Override
        synchronized void line(String line) {
            super.line(line);
            if (line.startsWith("[0] step ")) {
                killIn(random.nextInt(250));
            }
        }

        private void killIn(int milliseconds) {
            var unused = clock.schedule(this::kill, milliseconds, TimeUnit.MILLISECONDS);
        }
    }

    /** At the n-th thing that appears in a checkpoint under way, n drawn for each. */
    private static final class WriteStorm extends Storm implements AutoCloseable {
        private final WatchService watch = FileSystems.getDefault().newWatchService();
        private final Path checkpoints;
        int unfinished;

        WriteStorm(Path job, int deaths) throws IOException {
            super(job, deaths, deaths);
            checkpoints = Files.createDirectories(JobRuns.checkpoints(job));
            checkpoints.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Thread thread = new Thread(this::see, "checkpoint watch");
            thread.setDaemon(true);
            thread.start();
        }

        private void see() {
            int until = random.nextInt(1, 6);
            try {
                while (true) {
                    WatchKey key = watch.take();
                    for (WatchEvent<?> event : key.pollEvents()) {
                        Path name = (Path) requireNonNull(event.context());
                        if (name.toString().startsWith(UNFINISHED)) {
                            checkpoints.resolve(name).register(watch, StandardWatchEventKinds.ENTRY_CREATE);
                        }
                        if (--until == 0) {
                            kill();
                            until = random.nextInt(1, 6);
                        }
                    }
                    key.reset();
                }
            } catch (InterruptedException | ClosedWatchServiceException | IOException e) {
                // the test is over
            }
        }

        @Override
        synchronized void line(String line) {
            super.line(line);
            if (line.startsWith("restart ")
                    && JobRuns.names(checkpoints).stream().anyMatch(name -> name.startsWith(UNFINISHED))) {
                unfinished++;
            }
        }

        @Override
        public void close() throws IOException {
            watch.close();
        }
    }
}
