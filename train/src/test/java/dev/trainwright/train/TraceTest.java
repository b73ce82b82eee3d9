package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.trainer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The trace of a run of two processes, as chrome://tracing and Perfetto read it (Trace Event Format: complete events, in microseconds). */
class TraceTest {
    private static final int STEPS = 4;

    @TempDir
    private Path folder;

    private record Slice(int rank, int row, String name, double start, double end) {
        boolean overlaps(Slice other) {
            return start < other.end && other.start < end;
        }
    }

    @Test
    void everyRankWithComputeAndOverlappedCommunication() throws IOException {
        List<Slice> slices = trace("dp: 2, microBatch: 4");
        for (int rank = 0; rank < 2; rank++) {
            List<Slice> forward = of(slices, rank, "forward");
            List<Slice> backward = of(slices, rank, "backward");
            List<Slice> buckets = of(slices, rank, "gradient buckets (dp)");
            assertThat(of(slices, rank, "optimizer")).hasSize(STEPS);
            // One more of each settles the reducer's buckets before training.
            assertThat(forward).hasSize(STEPS + 1);
            assertThat(backward).hasSize(STEPS + 1);
            assertThat(buckets).hasSize(STEPS + 1);
            for (int i = 0; i <= STEPS; i++) {
                assertThat(buckets.get(i).overlaps(backward.get(i)))
                        .as("reduced while backward runs")
                        .isTrue();
                assertThat(buckets.get(i).overlaps(forward.get(i))).isFalse();
            }
            // Clocks are aligned: a rank's gradients cannot be complete before the other's backward pass has begun.
            List<Slice> other = of(slices, 1 - rank, "backward");
            for (int i = 0; i <= STEPS; i++) {
                assertThat(buckets.get(i).end()).isGreaterThan(other.get(i).start() - 2e4);
            }
        }
    }

    @Test
    void stagesWaitForOneAnother() throws IOException {
        List<Slice> slices = trace("pp: 2, microBatch: 2");
        assertThat(of(slices, 0, "bubble")).hasSize(4 * STEPS);
        assertThat(of(slices, 1, "bubble")).hasSize(4 * STEPS);
        assertThat(of(slices, 0, "receive from rank 1 (pp)")).hasSize(4 * STEPS);
    }

    private static List<Slice> of(List<Slice> slices, int rank, String name) {
        return slices.stream()
                .filter(slice -> slice.rank() == rank && slice.name().equals(name))
                .toList();
    }

    private List<Slice> trace(String layout) throws IOException {
        Path job = JobRuns.job(folder.resolve("job"), 2, layout);
        Path file = folder.resolve("trace.json");
        RunOptions options = new RunOptions(
                job.toString(),
                RunOptions.SYNTHETIC,
                Tokenizer.BYTES,
                null,
                0,
                0,
                STEPS,
                0.003,
                0,
                Schedule.Decay.CONSTANT,
                0,
                0.1,
                7,
                null,
                100,
                1,
                null,
                null,
                null,
                file.toString(),
                120,
                1,
                -1,
                0,
                List.of(),
                null);
        assertThat(JobRuns.run(options, 2, 0, new TinyRuns.Watch()).ok()).isTrue();
        assertThat(JobRuns.names(folder)).containsExactlyInAnyOrder("job", "trace.json");
        List<Slice> slices = new ArrayList<>();
        for (JsonNode event : new JsonMapper().readTree(Files.readString(file)).path("traceEvents")) {
            if (event.path("ph").asString().equals("X")) {
                double start = event.path("ts").asDouble();
                double duration = event.path("dur").asDouble();
                assertThat(start).isNotNegative();
                assertThat(duration).isNotNegative();
                slices.add(new Slice(
                        event.path("pid").asInt(),
                        event.path("tid").asInt(),
                        event.path("name").asString(),
                        start,
                        start + duration));
            } else {
                assertThat(event.path("ph").asString()).isEqualTo("M");
            }
        }
        for (Slice slice : slices) {
            assertThat(slices)
                    .as("a row of communication shows one at a time")
                    .noneMatch(other -> slice.row() > 0
                            && other.rank() == slice.rank()
                            && other.row() == slice.row()
                            && !other.equals(slice)
                            && other.overlaps(slice)
                            && Math.min(slice.end(), other.end()) - Math.max(slice.start(), other.start()) > 1);
        }
        return slices;
    }
}
