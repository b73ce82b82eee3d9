package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Restarts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Asynchronous training and local steps, by job file. */
class SynchronyJobTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int STEPS = 30;

    @TempDir
    private Path directory;

    /** Two workers and a server: each step of each worker is an update; with bound 0 the other worker makes one stale once at most. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "synchrony: {parameterServers: 1} | " + STEPS,
                "synchrony: {parameterServers: 1, stalenessBound: 0} | 1",
            })
    void parameterServer(String synchrony, int most) throws IOException {
        Path job = JobRuns.job(directory, 2, "dp: 2, microBatch: 2, " + synchrony);
        TinyRuns.Watch watch = new TinyRuns.Watch();
        Path metrics = directory.resolve("metrics");
        LocalLauncher.Outcome outcome = JobRuns.run(JobRuns.without(job, STEPS, metrics), 3, 0, watch);
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        Matcher told = Pattern.compile("(\\d+) updates, staleness ([0-9.]+) in the mean, (\\d+) at most")
                .matcher(String.join("\n", watch.lines));
        assertThat(told.find()).isTrue();
        assertThat(Integer.parseInt(told.group(1))).isEqualTo(2 * STEPS);
        assertThat(Double.parseDouble(told.group(2))).isBetween(0.0, (double) most);
        assertThat(Integer.parseInt(told.group(3))).isBetween(1, most);
        learns(losses(metrics));
    }

    @Test
    void localSteps() throws IOException {
        Path job = JobRuns.job(directory, 2, "dp: 2, microBatch: 2, synchrony: {localSteps: 5}");
        Path metrics = directory.resolve("metrics");
        LocalLauncher.Outcome outcome = JobRuns.run(JobRuns.without(job, STEPS, metrics), 2, 0, new TinyRuns.Watch());
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        learns(losses(metrics));
    }

    /** A replica's own optimizer state and the outer momentum are in no checkpoint: going on from one would be another run. */
    @Test
    void localStepsKeepNoCheckpoints() throws IOException {
        Path job = JobRuns.job(directory, 2, "dp: 2, microBatch: 2, synchrony: {localSteps: 5}");
        LocalLauncher.Outcome outcome =
                JobRuns.run(JobRuns.options(job, STEPS, 5, 60, null), 2, 0, new TinyRuns.Watch());
        assertThat(outcome.exitCode()).isEqualTo(Restarts.NO_RESTART);
        assertThat(outcome.cause()).contains("local steps run without checkpoints");
    }

    /** From the loss of a uniform guess over 64 tokens downwards. */
    private static void learns(List<Double> losses) {
        assertThat(losses).hasSize(STEPS);
        assertThat(losses.get(0)).isBetween(Math.log(64) - 0.1, Math.log(64) + 0.1);
        assertThat(losses.get(STEPS - 1)).isLessThan(losses.get(0) - 0.3);
    }

    private static List<Double> losses(Path metrics) throws IOException {
        return Files.readAllLines(metrics).stream()
                .map(line -> JSON.readTree(line).path("loss").asDouble())
                .toList();
    }
}
