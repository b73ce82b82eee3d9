package dev.trainwright.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Evaluation;
import dev.trainwright.forecast.Evaluator;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.Yaml;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Rule;
import dev.trainwright.layout.Sharding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bounds and pruning lose nothing: on small spaces, search finds what looking at every layout with its pipeline simulated finds. */
class BruteForceTest {
    private static final int TOP = 7;

    /** A layout that fits, with its exact time and memory. */
    private record Found(Layout layout, double seconds, double bytes) {}

    static List<Job> jobs() {
        SplittableRandom random = new SplittableRandom(30);
        return IntStream.range(0, 6).mapToObj(i -> job(random)).toList();
    }

    /** A decoder of any shape on one to four small machines; much of it does not fit. */
    private static Job job(SplittableRandom random) {
        int heads = 4 << random.nextInt(2);
        boolean experts = random.nextInt(3) == 0;
        return Yaml.job("workload:%n".formatted()
                + "  model: {layers: %d, hidden: %d, heads: %d, kvHeads: %d, vocab: 32000%s}%n"
                        .formatted(
                                random.nextInt(3, 13),
                                heads * 256,
                                heads,
                                random.nextBoolean() ? heads : 2,
                                experts ? ", experts: 4, topK: 2" : "")
                + "  globalBatch: %d%n".formatted(8 * random.nextInt(1, 5))
                + "  sequence: 2048%n  precision: fp16%n".formatted()
                + "cluster:%n".formatted()
                + "  node: {name: box, accelerator: v100-sxm2-16gb, devices: 2, intraLink: nvlink2, nics: 1,%n"
                        .formatted()
                + "    interLink: infiniband-edr}%n".formatted()
                + "  nodes: %d%n".formatted(1 << random.nextInt(1, 3)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void searchLosesNothing(Job job) {
        List<Found> all = everyLayout(job);
        Plan byTime = plan(job, Objective.TIME);

        assertThat(byTime.search().layouts()).isEqualTo(all.size());
        long rejected =
                byTime.rejected().stream().mapToLong(Plan.Rejection::count).sum();
        assertThat(byTime.search().layouts() + rejected)
                .isEqualTo(byTime.search().considered());

        assertThat(byTime.plans().stream().map(Forecast::iterationSeconds))
                .containsExactlyElementsOf(
                        all.stream().map(Found::seconds).sorted().limit(TOP).toList());
        assertThat(plan(job, Objective.MEMORY).plans().stream()
                        .map(f -> f.memory().residentBytes() + " B, " + f.iterationSeconds() + " s"))
                .containsExactlyElementsOf(all.stream()
                        .sorted(Comparator.comparingDouble(Found::bytes).thenComparingDouble(Found::seconds))
                        .limit(TOP)
                        .map(f -> f.bytes() + " B, " + f.seconds() + " s")
                        .toList());

        List<String> front = all.stream()
                .filter(f -> all.stream().noneMatch(o -> beats(o, f)))
                .map(f -> f.seconds() + " s, " + f.bytes() + " B")
                .toList();
        assertThat(byTime.pareto().stream().map(c -> c.iterationSeconds() + " s, " + c.bytes() + " B"))
                .containsExactlyInAnyOrderElementsOf(front);
    }

    /** What a layout is rejected for, it is guilty of; and the closest of those that do not fit misses by the least. */
    @Test
    void rejectionsAreTrue() {
        Job job = job(new SplittableRandom(31));
        for (Plan.Rejection rejection : plan(job, Objective.TIME).rejected()) {
            assertThat(rejection.count()).isPositive();
            boolean rule = Stream.of(Rule.values()).anyMatch(r -> r.statement().equals(rejection.reason()));
            if (rule) {
                assertThat(Legality.problems(rejection.closest(), job.workload(), job.cluster()))
                        .isNotEmpty();
            }
            if (rejection.reason().equals("does not fit")) {
                Evaluator evaluator = evaluator(job, rejection.closest());
                double bytes = evaluator.evaluate(rejection.closest(), true).residentBytes();
                assertThat(bytes).isGreaterThan(evaluator.machine().memoryBytes());
            }
        }
    }

    private static boolean beats(Found a, Found b) {
        return a.seconds() <= b.seconds()
                && a.bytes() <= b.bytes()
                && (a.seconds() < b.seconds() || a.bytes() < b.bytes());
    }

    private static Plan plan(Job job, Objective by) {
        return Planner.plan(job, Calibrations.builtIn(), by, TOP, Limits.NONE, Progress.NONE, () -> 0);
    }

    /** Nested loops over the space, each layout validated and forecast by itself. */
    private static List<Found> everyLayout(Job job) {
        Space space = Spaces.of(job, job.cluster(), Limits.NONE);
        Legality legality = Legality.of(job.workload(), job.cluster());
        Map<String, Evaluator> evaluators = new HashMap<>();
        List<Found> found = new ArrayList<>();
        for (long i = 0; i < space.shapes(); i++) {
            Layout shape = space.shape(i);
            Sharding[] shardings = space.shardings(shape.dp() * shape.cp());
            for (int k = 0; k < shardings.length; k++) {
                Layout layout = shape.with(shardings[k]);
                boolean possible =
                        Legality.problems(layout, job.workload(), job.cluster()).isEmpty();
                if (!possible
                        || space.repeats(shape)
                        || (shape.virtualStages() > 1 && !legality.hasEqualChunks(shape))
                        || space.repeats(
                                shardings[k],
                                k,
                                shape.dp() * shape.cp(),
                                Legality.microBatches(layout, job.workload()))) {
                    continue;
                }
                Evaluator evaluator =
                        evaluators.computeIfAbsent(Forecaster.family(job, layout), s -> evaluator(job, layout));
                Evaluation evaluation = evaluator.evaluate(layout, true);
                if (evaluation.residentBytes() <= evaluator.machine().memoryBytes()) {
                    found.add(new Found(layout, evaluation.seconds(), evaluation.residentBytes()));
                }
            }
        }
        return found;
    }

    private static Evaluator evaluator(Job job, Layout layout) {
        return Evaluator.of(job, Forecaster.calibration(job, layout, Calibrations.builtIn()));
    }
}
