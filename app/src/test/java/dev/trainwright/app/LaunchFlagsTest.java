package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Layouts as the flags of the programs that published them. */
class LaunchFlagsTest {
    private static final String JOB = "launch ../examples/llama3-8b-8xh100.yaml --set layout.recompute=full";

    /** Megatron-LM's run of arXiv 2205.05198, table 3: 64 devices, t 8, p 8, 3 chunks of 96 layers, selective recomputation, micro-batch 1, batch 64. */
    @Test
    void megatron() {
        Run run = Run.of("launch", "../examples/gpt3-175b-64xa100.yaml", "--for", "megatron");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .contains(
                        "--tensor-model-parallel-size 8",
                        "--pipeline-model-parallel-size 8",
                        "--num-layers-per-virtual-pipeline-stage 4",
                        "--sequence-parallel",
                        "--micro-batch-size 1",
                        "--global-batch-size 64",
                        "--seq-length 2048",
                        "--recompute-granularity selective");
    }

    /** The first row of torchtitan's report of 2024-12: FSDP over 8 devices, local batch 2, selective operations. */
    @Test
    void torchtitan() {
        Run run = Run.of("launch", "../examples/llama3-8b-8xh100.yaml", "--for", "torchtitan");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .containsExactly(
                        "--parallelism.data_parallel_replicate_degree 1",
                        "--parallelism.data_parallel_shard_degree 8",
                        "--training.local_batch_size 2",
                        "--training.global_batch_size 16",
                        "--training.seq_len 8192",
                        "--activation_checkpoint.mode selective",
                        "--activation_checkpoint.selective_ac_option op");
    }

    /** Its documentation: train_batch_size = train_micro_batch_size_per_gpu x gradient_accumulation_steps x devices, all three integers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --set layout.zero=3 --set layout.microBatch=1                     | 16 | 1 | 2 | 3
            --set layout.zero=2 --set layout.microBatch=2                     | 16 | 2 | 1 | 2
            --set layout.zero=1 --set workload.globalBatch=64                 | 64 | 2 | 4 | 1
            --set layout.zero=0 --set layout.microBatch=1 --clip 0.5          | 16 | 1 | 2 | 0
            """)
    void deepSpeedsBatchIsItsIdentity(String options, int batch, int micro, int steps, int stage) {
        Run run = Run.line(JOB + " --for deepspeed " + options);
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode json = run.json();
        for (String key :
                List.of("train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps")) {
            assertThat(json.at("/" + key).isInt()).isTrue();
        }
        assertThat(json.at("/train_batch_size").asInt()).isEqualTo(batch).isEqualTo(micro * steps * 8);
        assertThat(json.at("/train_micro_batch_size_per_gpu").asInt()).isEqualTo(micro);
        assertThat(json.at("/gradient_accumulation_steps").asInt()).isEqualTo(steps);
        assertThat(json.at("/zero_optimization/stage").asInt()).isEqualTo(stage);
        assertThat(json.at("/torch_autocast/dtype").asString()).isEqualTo("bfloat16");
        assertThat(json.has("gradient_clipping")).isEqualTo(options.contains("--clip"));
        assertThat(run.out()).doesNotContain("auto\"");
    }

    @Test
    void deepSpeedOffloads() {
        JsonNode json = Run.line(
                        JOB + " --for deepspeed --clip 1.0 --set workload.precision=bf16 --set cluster.node=dgx-h100"
                                + " --set layout.offload=optimizer-and-parameters")
                .json();
        assertThat(json.at("/bf16/enabled").asBoolean()).isTrue();
        assertThat(json.at("/zero_optimization/offload_optimizer/device").asString())
                .isEqualTo("cpu");
        assertThat(json.at("/zero_optimization/offload_param/device").asString())
                .isEqualTo("cpu");
        assertThat(json.at("/gradient_clipping").asDouble()).isEqualTo(1);
    }

    /** Keys as accelerate's ClusterConfig has them, which refuses others. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --set layout.zero=3                             | FSDP      | fsdp_config
            --set layout.zero=3 --set layout.tp=2           | FSDP      | parallelism_config
            --set layout.zero=2 --clip 1.0                  | DEEPSPEED | deepspeed_config
            --set layout.zero=3 --set layout.offload=optimizer --set cluster.node=dgx-h100 | DEEPSPEED | deepspeed_config
            --set layout.zero=3 --set software=deepspeed    | DEEPSPEED | deepspeed_config
            --set layout.zero=0                             | MULTI_GPU | num_processes
            """)
    void accelerate(String options, String type, String section) {
        Run run = Run.line(JOB + " --for accelerate " + options);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .contains("distributed_type: " + type, "num_processes: 8", "num_machines: 1", "mixed_precision: bf16")
                .anyMatch(line -> line.startsWith(section + ":"))
                .allMatch(line ->
                        line.matches("(#|  \\w+:|(compute_environment|distributed_type|mixed_precision|num_machines"
                                + "|num_processes|machine_rank|rdzv_backend|main_training_function|deepspeed_config|fsdp_config"
                                + "|parallelism_config):).*"));
        assertThat(run.out().contains("parallelism_config_tp_size: 2")).isEqualTo(options.contains("tp=2"));
        assertThat(run.out().contains("zero_stage: 2")).isEqualTo(options.contains("zero=2"));
        assertThat(run.out().contains("clip")).isEqualTo(options.contains("--clip"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            deepspeed  | --set layout.tp=2                                            | tensor parallelism (tp) is the model's own
            deepspeed  | --set layout.pp=2 --set layout.zero=1                        | schedule
            deepspeed  | --set workload.precision=pure-bf16                           | precision pure-bf16
            deepspeed  | --set layout.shardGroup=4                                    | shardGroup
            accelerate | --set layout.pp=2 --set layout.zero=3                        | --for megatron
            accelerate | --set layout.tp=2 --set layout.zero=0                        | zero 3
            accelerate | --set workload.precision=fp8                                 | fp8
            accelerate | --set layout.zero=2 --set layout.tp=2                        | accelerate with DeepSpeed does not run
            megatron   | --set layout.zero=1 --clip 1.0                               | --clip
            deepspeed  | --clip 0                                                     | above zero
            """)
    void whatTheirFilesDoNotHaveIsRefused(String target, String options, String words) {
        Run run = Run.line(JOB + " --for " + target + " " + options);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            llama3-8b-8xh100.yaml   | megatron   | ZeRO-1; selective-operations is torchtitan's
            gpt3-175b-64xa100.yaml  | torchtitan | selective is Megatron-LM's
            llama3-8b-64xh100.yaml  | megatron   | has no layout
            resnet50-2x8v100.yaml   | megatron   | no transformer
            llama3-8b-8xh100.yaml   | deepspeed  | recompute is none or full
            llama3-8b-8xh100.yaml   | accelerate | recompute is none or full
            llama3-8b-64xh100.yaml  | deepspeed  | has no layout
            """)
    void whatAProgramDoesNotRunIsRefused(String example, String program, String words) {
        Run run = Run.of("launch", "../examples/" + example, "--for", program);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words);
    }
}
