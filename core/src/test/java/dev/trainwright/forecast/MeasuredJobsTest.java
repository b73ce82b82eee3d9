package dev.trainwright.forecast;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.cost.Term;
import org.junit.jupiter.api.Test;

/** Jobs known by measurement: the arithmetic of the drill page and of published trainings. */
class MeasuredJobsTest {
    private static final double EXACT = 1e-12;

    @Test
    void cellsBAndD() {
        Forecast four = measured("compute: 400 ms, communication: 50 ms", 4);
        assertThat(four.iterationSeconds()).isEqualTo(0.150, within(EXACT));
        assertThat(four.scaling().speedup()).isEqualTo(8.0 / 3, within(EXACT));
        assertThat(four.scaling().ceiling()).isEqualTo(8, within(1e-9));
        // Cell D: S(k) = 400/(400/k + 50) for every k, below 8 and rising.
        assertThat(four.scaling().curve())
                .hasSizeGreaterThan(10)
                .allSatisfy(point -> assertThat(point.speedup())
                        .isEqualTo(point.devices() == 1 ? 1 : 400 / (400.0 / point.devices() + 50), within(1e-9)));
    }

    @Test
    void cellC() {
        Forecast one = measured("compute: 400 ms, communication: 50 ms", 1);
        assertThat(one.scaling().speedup()).isEqualTo(1);
        assertThat(one.iterationSeconds()).isEqualTo(0.400, within(EXACT));
        assertThat(one.terms()).containsEntry(Term.DATA_PARALLEL, 0.0);
    }

    /** One device's measured iteration holds its weight update: T(1) = T_compute, whatever the parameters. */
    @Test
    void theUpdateIsPartOfWhatWasMeasured() {
        Forecast one = measured("compute: 400 ms, parameters: 340M", 1);
        assertThat(one.iterationSeconds()).isEqualTo(0.400, within(EXACT));
        Forecast four = measured("compute: 400 ms, parameters: 340M, communication: 50 ms", 4);
        assertThat(four.iterationSeconds()).isEqualTo(0.150, within(EXACT));
    }

    /** Word problem 26: four micro-steps of 100 ms; one all-reduce of 50 ms, or one each. */
    @Test
    void accumulationSynchronisesOnceUnlessToldOtherwise() {
        String job = """
                workload: {measured: {compute: 1600 ms, communication: 50 ms}, globalBatch: 16}
                cluster: {devices: 4}
                layout: {microBatch: 1, syncEveryMicroStep: %s}
                """;
        assertThat(Yaml.forecast(job.formatted(false)).iterationSeconds()).isEqualTo(0.450, within(EXACT));
        assertThat(Yaml.forecast(job.formatted(true)).iterationSeconds()).isEqualTo(0.600, within(EXACT));
    }

    /** NVIDIA/cosmos-framework issue 161: 2 x 8 A100, C = 10.8 s and M = 11.4 s; 22.2 s a step, 54.3 to 54.9 s with four micro-steps. */
    @Test
    void accumulationOverEthernet() {
        String job = """
                workload: {measured: {compute: %s, communication: 11.4 s}, globalBatch: %d}
                cluster: {devices: 16}
                layout: {microBatch: 1}
                """;
        assertThat(Yaml.forecast(job.formatted("172.8 s", 16)).iterationSeconds())
                .isEqualTo(22.2, within(1e-9));
        assertThat(Yaml.forecast(job.formatted("691.2 s", 64)).iterationSeconds())
                .isBetween(54.3, 54.9);
    }

    /** kohya-ss/sd-scripts issue 1434: 1.27 s for a batch on one device, 2.07 s for two batches on two. */
    @Test
    void weakScalingComparesThroughput() {
        Forecast two = Yaml.forecast("""
                workload: {measured: {compute: 1.27 s, communication: 0.8 s}, replicaBatch: 1}
                cluster: {devices: 2}
                layout: {}
                """);
        assertThat(two.iterationSeconds()).isEqualTo(2.07, within(EXACT));
        assertThat(two.scaling().speedup()).isEqualTo(1.227, within(5e-4));
        assertThat(two.scaling().efficiency()).isEqualTo(0.614, within(5e-4));
        assertThat(two.scaling().ceiling()).isNull();
    }

    /** LLaMA (arXiv 2302.13971, section 2.4): 65B at 380 tokens/s a device on 2048 A100, 1.4T tokens: about 21 days, 1,022,362 device-hours. */
    @Test
    void llama65b() {
        Forecast.Effort effort = requireNonNull(Yaml.forecast("""
                workload: {measured: {tokenRate: 380 tokens/s, communication: 0 ms}, globalBatch: 2048, sequence: 2048, train: {tokens: 1.4T}}
                cluster: {devices: 2048}
                layout: {}
                """).effort());
        assertThat(effort.hours() / 24).isEqualTo(20.82, within(0.01));
        assertThat(effort.deviceHours()).isEqualTo(1_022_362, within(1_500.0));
    }

    /** Young 1974: sqrt(2 x 60 s x 50,000 h / 16,384) = 1148 s; about 5 % goes to checkpoints, another 5 % to lost work. */
    @Test
    void failuresStretchTheHours() {
        Forecast.Effort effort = requireNonNull(Yaml.forecast("""
                workload: {measured: {compute: 16384 s, communication: 0 ms}, train: {steps: 3600}}
                cluster: {devices: 16384, deviceMtbf: 50000 h, checkpoint: 60 s}
                layout: {}
                """).effort());
        assertThat(effort.hours()).isEqualTo(1, within(1e-9));
        assertThat(effort.checkpointIntervalSeconds())
                .isEqualTo(Math.sqrt(2 * 60 * 50_000 * 3600.0 / 16_384), within(1e-6));
        assertThat(effort.hoursWithFailures()).isBetween(1.10, 1.12);
    }

    @Test
    void aClusterThatFailsFasterThanItStartsIsRefused() {
        assertThatThrownBy(() -> Yaml.forecast("""
                workload: {measured: {compute: 16384 s, communication: 0 ms}, train: {steps: 3600}}
                cluster: {devices: 16384, deviceMtbf: 50 h, checkpoint: 60 s, restart: 10 min}
                layout: {}
                """)).hasMessageContaining("training does not advance");
    }

    /** An own link's rate is what collectives reach: a ring of two over 10 Gb/s takes 1.25 GB / 1.25 GB/s (and the calls), of 16 with 553 MB 2 x 15/16 x 553 MB / 1.25 GB/s. */
    @Test
    void ratesThatTheUserMeasuredAreTakenAsTheyAre() {
        String job = """
                workload: {measured: {compute: 1 s, gradients: %s}}
                cluster: {devices: %d, link: {name: own, kind: ethernet-tcp, bandwidth: 10 Gb/s, latency: 0 us}}
                layout: {overlap: {dataParallel: false}}
                """;
        assertThat(Yaml.forecast(job.formatted("1.25 GB", 2)).terms().get(Term.DATA_PARALLEL))
                .isCloseTo(1.0, withinPercentage(1));
        assertThat(Yaml.forecast(job.formatted("553 MB", 16)).terms().get(Term.DATA_PARALLEL))
                .isCloseTo(0.8295, withinPercentage(1));
    }

    /** Of eight workers with a variation of 10 %: E[max] = 1.4236 deviations (Teichroew 1956) where none may run ahead, the diffusion limit c^2 H / 2s where many steps may be, nothing without a bound. */
    @Test
    void staleWorkersWaitAtTheirBound() {
        String job = """
                workload: {measured: {compute: 8 s, communication: 0 s}}
                cluster: {devices: 8, jitter: 10 %%}
                layout: {synchrony: %s}
                """;
        assertThat(straggler(job.formatted("synchronous"))).isCloseTo(0.14236, withinPercentage(0.01));
        assertThat(straggler(job.formatted("{parameterServers: 1, stalenessBound: 0}")))
                .isCloseTo(0.14236, withinPercentage(0.01));
        double harmonic = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0 + 1 / 6.0 + 1 / 7.0;
        assertThat(straggler(job.formatted("{parameterServers: 1, stalenessBound: 100}")))
                .isCloseTo(0.1 * 0.1 * harmonic / 200, withinPercentage(0.2));
        assertThat(straggler(job.formatted("{parameterServers: 1}"))).isZero();
    }

    private static double straggler(String job) {
        return requireNonNull(Yaml.forecast(job).terms().get(Term.STRAGGLER));
    }

    private static Forecast measured(String model, int devices) {
        return Yaml.forecast(
                "workload: {measured: {" + model + "}}\ncluster: {devices: " + devices + "}\nlayout: {}\n");
    }
}
