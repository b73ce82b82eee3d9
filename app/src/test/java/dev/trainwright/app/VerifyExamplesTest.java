package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The page's cells as real runs, a few steps each: what does not depend on the machine's speed. */
class VerifyExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "verify");

    @Test
    void everyCellRuns() throws IOException {
        Run run = Run.line("verify " + EXAMPLES + " --steps 3 --tries 1 --json");
        assertThat(run.code()).as(run.err()).isZero();
        Map<String, JsonNode> jobs = new TreeMap<>();
        run.json().path("jobs").forEach(job -> jobs.put(job.path("job").asString(), job));
        assertThat(jobs.keySet()).containsExactlyElementsOf(names());

        jobs.forEach((name, job) -> {
            if (job.path("skipped").isNull()) {
                assertThat(job.path("measuredSeconds").asDouble()).as(name).isPositive();
            } else {
                // Links take the right to shape them; nothing else does.
                assertThat(name).matches("b|i-.*");
                assertThat(job.path("skipped").asString()).contains("network namespaces");
            }
        });

        // C, D and F train as A does, and E's splits as its one process: a batch, however split, rounds otherwise.
        for (String same : List.of("c", "d", "f", "e-pipeline", "e-zero")) {
            assertThat(job(jobs, same).path("lossDifference").asDouble(1))
                    .as(same)
                    .isLessThan(1e-4);
        }

        // E: one process breaks a limit that two stages keep.
        assertThat(job(jobs, "e-one").path("fitsMeasured").asBoolean()).isFalse();
        assertThat(job(jobs, "e-pipeline").path("fitsMeasured").asBoolean()).isTrue();

        // G: while one update of the slow worker is made the other pushes some, which makes it stale; a synchronous run
        // has no such thing.
        assertThat(job(jobs, "g-async").path("meanStaleness").asDouble()).isPositive();
        assertThat(job(jobs, "g-sync").path("meanStaleness").isNull()).isTrue();
    }

    private static JsonNode job(Map<String, JsonNode> jobs, String name) {
        return jobs.getOrDefault(name, MissingNode.getInstance());
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.map(f -> String.valueOf(f.getFileName()).replaceFirst("\\.yaml$", ""))
                    .sorted()
                    .toList();
        }
    }
}
