package dev.trainwright.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.Yaml;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Layouts that people who had the machines chose come out near the top of what their software could do: at most 10 % slower, by our own forecast, than the best that the search
 * finds.
 */
class PublishedChoicesTest {
    private static final double NEAR = 1.10;
    private static final int MANY = 200;

    /**
     * A published choice.
     *
     * @param job as it ran
     * @param runtime what its software could do
     * @param why in words, what the source held fixed besides
     * @param fixed the same as a condition
     */
    private record Choice(String name, String job, Limits runtime, String why, Predicate<Layout> fixed) {
        Choice(String name, String job, Limits runtime) {
            this(name, job, runtime, "nothing", layout -> true);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Choice> choices() {
        return List.of(
                new Choice("GPT-3 175B on 64 A100: arXiv 2205.05198, table 3", """
                        software: megatron
                        workload: {model: gpt3-175b, globalBatch: 64, sequence: 2048, precision: fp16, attention: unfused, dropout: true}
                        cluster: {node: dgx-a100-80gb, nodes: 8}
                        layout: {tp: 8, pp: 8, virtualStages: 3, sequenceParallel: true, recompute: selective}
                        """, megatron()),
                new Choice("1T on 512 A100: arXiv 2205.05198, table 3", """
                        software: megatron
                        workload:
                          model: {layers: 128, hidden: 25600, heads: 160, vocab: 51200, gated: false}
                          globalBatch: 512
                          sequence: 2048
                          precision: fp16
                          attention: unfused
                          dropout: true
                        cluster: {node: dgx-a100-80gb, nodes: 64}
                        layout: {tp: 8, pp: 64, sequenceParallel: true, recompute: selective}
                        """, megatron()),
                new Choice(
                        "Llama 3.1 70B on 256 H100: torchtitan, benchmarks, asyncTP 2025-06",
                        """
                        software: fsdp
                        workload: {model: llama-3.1-70b, globalBatch: 512, sequence: 8192, precision: amp-bf16}
                        cluster: {node: dgx-h100, nodes: 32}
                        layout: {tp: 8, zero: 3, microBatch: 16, recompute: full}
                        """,
                        fsdp(8),
                        "the source measures tensor parallelism of 8, in steps of one micro-batch",
                        l -> l.tp() == 8 && l.dp() * l.microBatch() == 512),
                new Choice("MPT-30B on 8 A100: llm-foundry, benchmarking, 2,048 tokens", """
                        software: fsdp
                        workload:
                          model: {layers: 48, hidden: 7168, heads: 56, vocab: 50368, gated: false, tied: true}
                          globalBatch: 504
                          sequence: 2048
                          precision: {recipe: amp-bf16, gradientReduce: bf16}
                        cluster: {node: dgx-a100-80gb}
                        layout: {zero: 3, microBatch: 3, recompute: full}
                        """, fsdp(1)),
                new Choice(
                        "BLOOM 176B on 384 A100: bigscience, tr11-176B-ml, 112 heads",
                        """
                        software: megatron
                        workload:
                          model: {layers: 70, hidden: 14336, heads: 112, vocab: 250880, gated: false, tied: true}
                          globalBatch: 2048
                          sequence: 2048
                          precision: bf16
                          attention: unfused
                        cluster:
                          node: {name: Jean Zay, accelerator: a100-sxm-80gb, devices: 8, intraLink: nvlink3, nics: 4, interLink: omni-path-100}
                          nodes: 48
                        layout: {tp: 4, pp: 12, zero: 1, microBatch: 2, recompute: full, sequenceParallel: false}
                        """,
                        bloom(),
                        "its Megatron-DeepSpeed had no sequence parallelism yet",
                        l -> !l.sequenceParallel()));
    }

    /** Megatron-LM of 2022: no context parallelism, nothing sharded. */
    private static Limits megatron() {
        return new Limits(
                false,
                false,
                new Limits.Most(Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 1, Long.MAX_VALUE),
                Set.of(Schedule.INTERLEAVED),
                EnumSet.of(ZeroStage.NONE),
                EnumSet.of(Recompute.NONE, Recompute.SELECTIVE, Recompute.FULL),
                EnumSet.of(Offload.NONE));
    }

    /** Megatron-DeepSpeed of 2022, as all runs of the source's chronicle used it: every layer recomputed, 1F1B, the optimizer sharded or not. */
    private static Limits bloom() {
        return new Limits(
                false,
                false,
                new Limits.Most(Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 1, Long.MAX_VALUE),
                Set.of(),
                EnumSet.of(ZeroStage.NONE, ZeroStage.ZERO_1),
                EnumSet.of(Recompute.FULL),
                EnumSet.of(Offload.NONE));
    }

    /** FSDP, with tensor parallelism up to {@code tp}. */
    private static Limits fsdp(int tp) {
        return new Limits(
                false,
                false,
                new Limits.Most(tp, 1, 1, 1, Long.MAX_VALUE),
                Set.of(),
                EnumSet.of(ZeroStage.ZERO_3),
                EnumSet.of(Recompute.NONE, Recompute.FULL),
                EnumSet.of(Offload.NONE));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void comesOutNearTheTop(Choice choice) {
        Job job = Yaml.job(choice.job());
        Forecast published = Forecaster.forecast(job, Calibrations.builtIn());
        Plan plan = Planner.plan(
                job, Calibrations.builtIn(), Objective.TIME, MANY, choice.runtime(), Progress.NONE, () -> 0);
        Forecast best = plan.plans().stream()
                .filter(f -> choice.fixed().test(f.layout()))
                .findFirst()
                .orElseThrow();
        assertThat(published.memory().fits()).isTrue();
        assertThat(published.iterationSeconds() / best.iterationSeconds())
                .as("%s against %s; fixed: %s", published.layout(), best.layout(), choice.why())
                .isLessThanOrEqualTo(NEAR);
    }
}
