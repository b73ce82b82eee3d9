package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.train.pretrained.ModelFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** BERT by job file, from its config alone. */
class MaskedJobTest {
    private static final int STEPS = 300;

    @TempDir
    private Path folder;

    /** Guessing among 47 tokens costs ln 47 = 3.85 nats; what is below comes from the tokens around. */
    @Test
    void tellsMaskedTokensAlikeOnOneAndTwoProcesses() throws IOException {
        List<Double> one = train(1, "dp: 1, microBatch: 8");
        List<Double> two = train(2, "dp: 1, tp: 2, microBatch: 4");
        assertThat(one).hasSize(STEPS);
        assertThat(one.subList(STEPS - 50, STEPS).stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow())
                .as("mean of the last losses, of some 19 tokens each")
                .isLessThan(Math.log(47) - 0.4);
        for (int i = 0; i < STEPS; i++) {
            assertThat(two.get(i)).as("step " + i).isCloseTo(one.get(i), within(0.02));
        }
    }

    private List<Double> train(int processes, String layout) throws IOException {
        Path job = JobRuns.job(folder.resolve(String.valueOf(processes)), processes, layout);
        Files.writeString(job.resolveSibling("config.json"), ModelFiles.BERT);
        Files.writeString(job, Files.readString(job).replaceFirst("model: .*", "model: config.json"));
        Path metrics = job.resolveSibling("metrics");
        assertThat(JobRuns.run(JobRuns.without(job, STEPS, metrics), processes, 0, new TinyRuns.Watch())
                        .ok())
                .isTrue();
        return Files.readAllLines(metrics).stream()
                .map(line -> new JsonMapper().readTree(line).path("loss").asDouble())
                .toList();
    }
}
