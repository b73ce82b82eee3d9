package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.trainer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A small GPT learns a real text, the same on one and on two processes. */
class TextTest {
    private static final Path TEXT = Path.of("/usr/share/common-licenses/GPL-3");

    @TempDir
    private Path folder;

    /** A model that only counts bytes has the entropy of their frequencies as its loss; a lower one comes from context. */
    @Test
    void learnsContextAlikeOnOneAndTwoProcesses() throws IOException {
        assumeTrue(Files.isReadable(TEXT), "Debian's base-files is not installed");
        List<JsonNode> one = train(1);
        List<JsonNode> two = train(2);
        assertThat(one).hasSameSizeAs(two);
        JsonNode end = one.get(one.size() - 1);
        assertThat(end.path("heldOutLoss").asDouble()).isLessThan(0.95 * entropy(Files.readAllBytes(TEXT)));
        for (int i = 0; i < one.size(); i++) {
            for (String field : List.of("loss", "heldOutLoss")) {
                assertThat(two.get(i).path(field).asDouble(0))
                        .isCloseTo(one.get(i).path(field).asDouble(0), within(0.01));
            }
        }
    }

    private List<JsonNode> train(int processes) throws IOException {
        Path metrics = folder.resolve(processes + ".jsonl");
        Path job = JobRuns.job(
                folder.resolve(String.valueOf(processes)),
                "layers: 1, hidden: 64, heads: 2, vocab: 256",
                processes,
                "dp: " + processes + ", microBatch: 4");
        RunOptions options = new RunOptions(
                job.toString(),
                TEXT.toString(),
                Tokenizer.BYTES,
                null,
                0.1,
                0,
                150,
                0.003,
                10,
                Schedule.Decay.COSINE,
                1,
                0.1,
                7,
                null,
                100,
                1,
                null,
                metrics.toString(),
                null,
                null,
                120,
                1,
                -1,
                0,
                List.of(),
                null);
        assertThat(JobRuns.run(options, processes, 0, new TinyRuns.Watch()).ok())
                .isTrue();
        return Files.readAllLines(metrics).stream()
                .map(line -> new JsonMapper().readTree(line))
                .toList();
    }

    private static double entropy(byte[] text) {
        Map<Byte, Integer> counts = new HashMap<>();
        for (byte b : text) {
            counts.merge(b, 1, Integer::sum);
        }
        return counts.values().stream()
                .mapToDouble(count -> (double) count / text.length)
                .map(share -> -share * Math.log(share))
                .sum();
    }
}
