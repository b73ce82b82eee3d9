package dev.trainwright.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.ZeroStage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold of every forecast, over legal layouts drawn with seeds. */
class ForecastPropertiesTest {
    private static final int LAYOUTS = 80;
    /** Two orders of the same sum differ by roundings only. */
    private static final double ROUNDING = 1 + 1e-12;

    private static final List<MemoryPart> STATES =
            List.of(MemoryPart.WEIGHTS, MemoryPart.GRADIENTS, MemoryPart.OPTIMIZER_STATE, MemoryPart.MASTER_WEIGHTS);

    private static final String CLUSTER = """
            cluster:
              nodes: 8
              node:
                name: own
                accelerator: {name: card, memory: MEMORY, memoryBandwidth: 2 TB/s, peak: {bf16: 300 TFLOP/s, fp32: 20 TFLOP/s}, vectorPeak: 20 TFLOP/s}
                devices: 8
                intraLink: {name: in, kind: nvlink, bandwidth: INSIDE, latency: 2 us}
                nics: 8
                interLink: {name: out, kind: infiniband, bandwidth: OUTSIDE, latency: LATENCY}
                hostMemory: 2 TB
                hostMemoryBandwidth: 400 GB/s
                hostLink: pcie5-x16
            """;

    private static final Map<String, String> USUAL =
            Map.of("MEMORY", "80 GB", "INSIDE", "300 GB/s", "OUTSIDE", "25 GB/s", "LATENCY", "5 us");

    static Stream<String> workloads() {
        return Stream.of(
                "model: llama-3.1-8b, globalBatch: 512, sequence: 4096",
                "model: mixtral-8x7b, globalBatch: 512, sequence: 2048",
                "model: gpt3-175b, globalBatch: 512, sequence: 2048, dropout: true, attention: unfused",
                "model: llama-2-70b, globalBatch: 256, sequence: 4096, fineTuning: {method: lora, rank: 16}");
    }

    private static Job job(String workload, Map<String, String> changes) {
        String cluster = CLUSTER;
        for (var entry : USUAL.entrySet()) {
            cluster = cluster.replace(entry.getKey(), changes.getOrDefault(entry.getKey(), entry.getValue()));
        }
        return Yaml.job("workload: {" + workload + "}\n" + cluster);
    }

    private static List<Layout> layouts(String workload) {
        return new RandomLayouts(workload.hashCode()).draw(job(workload, Map.of()), LAYOUTS);
    }

    private static Evaluation evaluate(Job job, Layout layout) {
        return Evaluator.of(job, Forecaster.calibration(job, layout, Calibrations.builtIn()))
                .evaluate(layout, true);
    }

    private static double states(Evaluation evaluation) {
        return STATES.stream()
                .mapToDouble(part -> evaluation.memory()[part.ordinal()])
                .sum();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void partsAreFiniteAddUpAndComeOutTheSameAgain(String workload) {
        Job job = job(workload, Map.of());
        for (Layout layout : layouts(workload)) {
            Evaluation once = evaluate(job, layout);
            assertThat(once.terms()).as(layout.toString()).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
            assertThat(Arrays.stream(once.terms()).min().orElseThrow()).isNotNegative();
            assertThat(once.memory()).as(layout.toString()).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
            assertThat(Arrays.stream(once.memory()).min().orElseThrow()).isNotNegative();
            assertThat(Arrays.stream(once.terms()).sum()).isCloseTo(once.seconds(), within(1e-12 * once.seconds()));
            Evaluation again = evaluate(job(workload, Map.of()), layout);
            assertThat(again.terms()).isEqualTo(once.terms());
            assertThat(again.memory()).isEqualTo(once.memory());
            Forecast forecast = Forecaster.forecast(job.with(layout), Calibrations.builtIn());
            assertThat(forecast.iterationSeconds()).isEqualTo(once.seconds());
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void fasterOrNearerLinksAreNeverSlower(String workload) {
        Job usual = job(workload, Map.of());
        List<Job> better = List.of(
                job(workload, Map.of("OUTSIDE", "50 GB/s")),
                job(workload, Map.of("INSIDE", "600 GB/s")),
                job(workload, Map.of("LATENCY", "2 us")));
        for (Layout layout : layouts(workload)) {
            double seconds = evaluate(usual, layout).seconds();
            for (Job job : better) {
                assertThat(evaluate(job, layout).seconds())
                        .as(layout.toString())
                        .isLessThanOrEqualTo(seconds * ROUNDING);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void moreMemoryHoldsWhatLessHeld(String workload) {
        Job less = job(workload, Map.of());
        Job more = job(workload, Map.of("MEMORY", "141 GB"));
        for (Layout layout : layouts(workload)) {
            Forecast before = Forecaster.forecast(less.with(layout), Calibrations.builtIn());
            Forecast after = Forecaster.forecast(more.with(layout), Calibrations.builtIn());
            assertThat(after.memory().parts()).isEqualTo(before.memory().parts());
            assertThat(after.memory().fits() || !before.memory().fits())
                    .as(layout.toString())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void aLargerBatchTakesNoShorterAndAKeptActivationNoLess(String workload) {
        Job job = job(workload, Map.of());
        Job twice = job(workload.replaceFirst("globalBatch: \\d+", "globalBatch: 1024"), Map.of());
        for (Layout layout : layouts(workload)) {
            Evaluation usual = evaluate(job, layout);
            assertThat(evaluate(twice, layout).seconds())
                    .as(layout.toString())
                    .isGreaterThanOrEqualTo(usual.seconds() / ROUNDING);
            double all = evaluate(job, with(layout, Recompute.NONE)).memory()[MemoryPart.ACTIVATIONS.ordinal()];
            double none = evaluate(job, with(layout, Recompute.FULL)).memory()[MemoryPart.ACTIVATIONS.ordinal()];
            assertThat(none).as(layout.toString()).isLessThanOrEqualTo(all * ROUNDING);
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void splittingMoreHoldsNoMoreStates(String workload) {
        Job job = job(workload, Map.of());
        int compared = 0;
        for (Layout layout : layouts(workload)) {
            for (UnaryOperator<Layout> split : List.<UnaryOperator<Layout>>of(
                    l -> degrees(l, 2 * l.tp(), l.pp()), l -> degrees(l, l.tp(), 2 * l.pp()), l -> sharded(l))) {
                Layout more = split.apply(layout);
                if (more.dp() > 0
                        && Legality.problems(more, job.workload(), job.cluster())
                                .isEmpty()) {
                    compared++;
                    assertThat(states(evaluate(job, more)))
                            .as(layout + " and " + more)
                            .isLessThanOrEqualTo(states(evaluate(job, layout)) * ROUNDING);
                }
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    /** The devices of a further split come from data parallelism, which shards nothing without ZeRO. */
    private static Layout degrees(Layout l, int tp, int pp) {
        return l.zero() == ZeroStage.NONE
                ? copy(l, l.devices() / (tp * pp * l.cp()), tp, pp, l.zero(), l.recompute())
                : l;
    }

    private static Layout sharded(Layout l) {
        ZeroStage[] stages = ZeroStage.values();
        return copy(
                l,
                l.dp(),
                l.tp(),
                l.pp(),
                stages[Math.min(stages.length - 1, l.zero().ordinal() + 1)],
                l.recompute());
    }

    private static Layout with(Layout l, Recompute recompute) {
        return copy(l, l.dp(), l.tp(), l.pp(), l.zero(), recompute);
    }

    private static Layout copy(Layout l, int dp, int tp, int pp, ZeroStage zero, Recompute recompute) {
        return new Layout(
                dp,
                tp,
                pp,
                l.cp(),
                l.ep(),
                l.virtualStages(),
                l.schedule(),
                l.stageLayers(),
                zero,
                l.dp() == dp ? l.shardGroup() : dp * l.cp(),
                l.reshardAfterForward(),
                l.syncEveryMicroStep(),
                l.microBatch(),
                l.sequenceParallel(),
                recompute,
                l.offload(),
                l.overlap(),
                l.synchrony());
    }

    @ParameterizedTest
    @ValueSource(strings = {"model: llama-3.2-1b, globalBatch: 4, sequence: 2048", "model: resnet-50, globalBatch: 64"})
    void oneDeviceDoesNotCommunicate(String workload) {
        Forecast forecast = Yaml.forecast("workload: {" + workload
                + "}\ncluster: {devices: 1, accelerator: h100-sxm-80gb, link: 10GbE}\nlayout: {dp: 1}\n");
        for (Term term : Term.values()) {
            if (term.group().equals("communication") || term.group().equals("bubble")) {
                assertThat(forecast.terms().getOrDefault(term, 0.0))
                        .as(term.name())
                        .isZero();
            }
        }
        assertThat(forecast.scaling().speedup()).isEqualTo(1);
    }

    @Test
    void unitsDoNotMatter() {
        String workload = "model: llama-3.1-8b, globalBatch: 512, sequence: 4096";
        Job usual = job(workload, Map.of());
        Job others = job(
                workload.replace("512", "5_12"),
                Map.of("MEMORY", "80_000 MB", "INSIDE", "2400 Gb/s", "OUTSIDE", "200 Gb/s", "LATENCY", "5000 ns"));
        for (Layout layout : layouts(workload)) {
            Evaluation one = evaluate(usual, layout);
            assertThat(evaluate(others, layout).seconds()).isCloseTo(one.seconds(), within(1e-12 * one.seconds()));
            assertThat(evaluate(others, layout).memory()).isEqualTo(one.memory());
        }
    }
}
