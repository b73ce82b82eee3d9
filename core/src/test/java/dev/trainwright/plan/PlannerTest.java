package dev.trainwright.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Yaml;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import dev.trainwright.layout.Layout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final String TWO_BOXES = """
            workload:
              model: {layers: 8, hidden: 2048, heads: 16, vocab: 32000}
              globalBatch: 16
              sequence: 2048
              precision: fp16
            cluster:
              node: {name: box, accelerator: v100-sxm2-16gb, devices: 4, intraLink: nvlink2, nics: 1, interLink: infiniband-edr}
              nodes: 2
              price: 2 USD/h
            """;

    private static Plan plan(Job job, Objective by, Limits limits) {
        return Planner.plan(job, Calibrations.builtIn(), by, 5, limits, Progress.NONE, () -> 0);
    }

    @Test
    void theResultIsTheSameForAnyNumberOfThreads() {
        Job job = Yaml.job(TWO_BOXES);
        List<Plan> plans = new ArrayList<>();
        for (int threads : new int[] {1, 2, 5}) {
            ForkJoinPool pool = new ForkJoinPool(threads);
            plans.add(pool.submit(() -> plan(job, Objective.TIME, Limits.NONE)).join());
            pool.shutdown();
        }
        assertThat(plans.get(1)).isEqualTo(plans.get(0));
        assertThat(plans.get(2)).isEqualTo(plans.get(0));
    }

    @Test
    void progressReachesTheEnd() {
        List<Double> shares = Collections.synchronizedList(new ArrayList<>());
        Planner.plan(
                Yaml.job(TWO_BOXES),
                Calibrations.builtIn(),
                Objective.TIME,
                1,
                Limits.NONE,
                (share, layouts) -> shares.add(share),
                () -> 0);
        assertThat(Collections.max(shares)).isEqualTo(1);
    }

    /** Synchronous training of a fixed batch gains less than twice from twice the nodes, so that the cheapest way uses fewest. */
    @Test
    void byCostFewerNodesAreChosen() {
        Limits fewer = Limits.NONE.withFewerNodes(true);
        Job job = Yaml.job(TWO_BOXES);
        assertThat(plan(job, Objective.COST, fewer).plans().get(0).layout().devices())
                .isEqualTo(4);
        assertThat(plan(job, Objective.TIME, fewer).plans().get(0).layout().devices())
                .isEqualTo(8);
    }

    @Test
    void tensorParallelismStaysInsideANodeUnlessAsked() {
        Job job = Yaml.job(TWO_BOXES);
        Limits across = Limits.NONE.withTensorAcrossNodes(true);
        assertThat(Spaces.of(job, job.cluster(), Limits.NONE).degrees())
                .extracting(Space.Degrees::tp)
                .containsOnly(1, 2, 4);
        assertThat(Spaces.of(job, job.cluster(), across).degrees())
                .extracting(Space.Degrees::tp)
                .contains(8);
    }

    /** The page's cell E: 20 billion fp32 parameters, 80 GB, on devices of 16 GB need at least 5. */
    @Test
    void theCopyOfCellE() {
        Job job = Yaml.job("""
                workload:
                  model: {layers: 44, hidden: 6144, heads: 64, intermediate: 24576, gated: false, vocab: 50432}
                  globalBatch: 64
                  sequence: 2048
                  precision: fp32
                cluster:
                  node: {name: box, accelerator: {memory: 16 GB, memoryBandwidth: 900 GB/s, peak: {fp32: 15 TFLOP/s}, vectorPeak: 15 TFLOP/s, cache: 6 MB, units: 80}, devices: 1, nics: 1, interLink: 10GbE}
                  nodes: 8
                """);
        DataParallelAnswer answer = DataParallelAnswer.of(job);
        assertThat(answer.works()).isFalse();
        assertThat(answer.weightBytes()).isBetween(79e9, 84e9);
        assertThat(answer.devicesForWeights()).isBetween(5L, 6L);
    }

    /** 6.58 million configurations are what Calculon searches for this model on as many devices (Isaev et al., SC 2023). */
    @Test
    void gpt3OnItsClusterIsALargeSpace() {
        Job job = Jobs.read(Path.of("..", "examples", "gpt3-175b-512xa100.yaml"), Catalogue.builtIn());
        Space space = Spaces.of(job, job.cluster(), Limits.NONE);
        assertThat(space.size()).isGreaterThan(6_580_000);

        Plan plan = plan(job, Objective.TIME, Limits.NONE);
        assertThat(plan.search().considered()).isEqualTo(space.size());
        assertThat(plan.dataParallel().devicesForWeights()).isEqualTo(5);
        assertThat(plan.plans())
                .hasSize(5)
                .extracting(f -> f.layout().devices())
                .containsOnly(512);
        for (Forecast forecast : plan.plans()) {
            Layout layout = forecast.layout();
            assertThat(forecast.memory().fits()).isTrue();
            assertThat(layout.tp()).isLessThanOrEqualTo(8);
        }
    }
}
