package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PlanCommandTest {
    private static final String EXAMPLE =
            Path.of("..", "examples", "llama3-8b-64xh100.yaml").toString();

    @TempDir
    private Path folder;

    @Test
    void theAnswerIsRankedAndReasoned() {
        Run run = Run.of("plan", EXAMPLE, "--max-pp", "2", "--max-cp", "2");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "One copy of the weights takes 16.1 GB",
                        "Best by time",
                        "Why the first",
                        "Memory of the fullest device",
                        "Time of one iteration",
                        "Less memory for more time",
                        "Why the others were rejected",
                        "does not fit",
                        "possible and forecast in full");
    }

    @Test
    void jsonTellsOfTheSearchThePlansAndTheRejected() throws IOException {
        JsonNode json =
                Run.of("plan", EXAMPLE, "--json", "--top", "4", "--max-pp", "2").json();
        assertThat(json.at("/search/layouts").asLong()).isPositive();
        assertThat(json.at("/search/considered").asLong())
                .isGreaterThan(json.at("/search/layouts").asLong());
        assertThat(json.at("/search/seconds").asDouble()).isPositive();
        assertThat(json.at("/plans")).hasSize(4);
        double before = 0;
        for (JsonNode plan : json.at("/plans")) {
            double seconds = plan.at("/iteration/seconds").asDouble();
            assertThat(seconds).isGreaterThanOrEqualTo(before);
            before = seconds;
            assertThat(plan.at("/memory/fits").asBoolean()).isTrue();
            // Tokens of an iteration over its time: 512 samples of 8,192 tokens.
            assertThat(plan.at("/tokensPerSecond").asDouble() * seconds).isCloseTo(512.0 * 8192, within(1e-6));
        }
        long rejected = StreamSupport.stream(json.at("/rejected").spliterator(), false)
                .mapToLong(r -> r.at("/count").asLong())
                .sum();
        assertThat(rejected + json.at("/search/layouts").asLong())
                .isEqualTo(json.at("/search/considered").asLong());
    }

    /** What the search says of its first plan, a forecast of that layout says too. */
    @Test
    void forecastAgreesWithThePlan() throws IOException {
        JsonNode plan = Run.of("plan", EXAMPLE, "--json", "--top", "1", "--max-pp", "1")
                .json()
                .at("/plans/0");
        JsonNode l = plan.at("/layout");
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job,
                Files.readString(Path.of(EXAMPLE))
                        + "layout: {tp: %s, cp: %s, zero: %s, shardGroup: %s, microBatch: %s, recompute: %s, "
                                .formatted(
                                        l.at("/tp"),
                                        l.at("/cp"),
                                        l.at("/zero"),
                                        l.at("/shardGroup"),
                                        l.at("/microBatch"),
                                        l.at("/recompute").asString())
                        + "sequenceParallel: %s, reshardAfterForward: %s, syncEveryMicroStep: %s, offload: %s}%n"
                                .formatted(
                                        l.at("/sequenceParallel"),
                                        l.at("/reshardAfterForward"),
                                        l.at("/syncEveryMicroStep"),
                                        l.at("/offload").asString()));
        JsonNode forecast = Run.of("forecast", job.toString(), "--json").json();
        assertThat(forecast.at("/iteration/seconds").asDouble())
                .isEqualTo(plan.at("/iteration/seconds").asDouble());
        assertThat(forecast.at("/memory/residentBytes").asDouble())
                .isEqualTo(plan.at("/memory/residentBytes").asDouble());
    }

    @Test
    void whereNothingFitsTheAnswerIsNoAndSaysWhy() throws IOException {
        Path job = folder.resolve("big.yaml");
        Files.writeString(job, """
                workload: {model: gpt3-175b, globalBatch: 8, sequence: 2048, precision: fp16}
                cluster: {node: dgx-a100-40gb, nodes: 1}
                """);
        Run run = Run.of("plan", job.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("Data parallelism cannot work", "No layout of this job fits", "does not fit");
        // 174.6e9 x 16 B over 40 GB is more than 65 devices: 9 nodes
        assertThat(run.out()).contains("--config more:cluster.nodes=9,");
    }

    @Test
    void wrongOptionsAreAllNamed() {
        Run run = Run.of("plan", EXAMPLE, "--by", "tim", "--zero", "4", "--schedules", "zb-h3", "--max-tp", "0");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--by: tim", "time", "--zero: 4", "--schedules: zb-h3", "zb-h1", "--max-tp: 0");
    }

    @Test
    void whatTheRuntimeLacksIsNotChosen() {
        JsonNode json = Run.line(
                        "plan " + EXAMPLE
                                + " --json --zero 0,1 --schedules gpipe --recompute full --max-cp 1 --max-micro-batch 2 --top 50")
                .json();
        for (JsonNode plan : json.at("/plans")) {
            assertThat(plan.at("/layout/zero").asInt()).isLessThanOrEqualTo(1);
            assertThat(plan.at("/layout/cp").asInt()).isEqualTo(1);
            assertThat(plan.at("/layout/recompute").asString()).isEqualTo("full");
            assertThat(plan.at("/layout/schedule").asString()).isIn("1f1b", "gpipe");
            assertThat(plan.at("/layout/microBatch").asInt()).isLessThanOrEqualTo(2);
        }
    }

    private static org.assertj.core.data.Offset<Double> within(double share) {
        return org.assertj.core.data.Offset.offset(512.0 * 8192 * share);
    }
}
