package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layouts as the flags of the programs that published them. */
class LaunchFlagsTest {

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            llama3-8b-8xh100.yaml   | megatron   | ZeRO-1; selective-operations is torchtitan's
            gpt3-175b-64xa100.yaml  | torchtitan | selective is Megatron-LM's
            llama3-8b-64xh100.yaml  | megatron   | has no layout
            resnet50-2x8v100.yaml   | megatron   | no transformer
            """)
    void whatAProgramDoesNotRunIsRefused(String example, String program, String words) {
        Run run = Run.of("launch", "../examples/" + example, "--for", program);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words);
    }
}
