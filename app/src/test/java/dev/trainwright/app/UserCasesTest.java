package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What users had and maintainers answered in public threads and papers, through the commands that a user would type. */
class UserCasesTest {
    private static final double GIB = 1L << 30;

    @TempDir
    private Path folder;

    /**
     * InternLM/xtuner#88: QLoRA of Llama 2 70B takes about 55 GB on each device under DDP and 52 under ZeRO-2, so 40 GB cannot hold it: neither
     * shards the 4-bit weights. xtuner adapts every linear layer with rank 64.
     */
    @Test
    void fourBitWeightsAreNotSharded() throws IOException {
        String job = """
                workload:
                  model: llama-2-70b
                  globalBatch: 8
                  sequence: 2048
                  precision: amp-bf16
                  fineTuning: {method: qlora, rank: 64, targets: [q, k, v, o, gate, up, down]}
                cluster: {node: dgx-a100-40gb}
                layout: {microBatch: 1, recompute: full, zero: %d}
                """;
        JsonNode ddp = forecast(1, job.formatted(0));
        JsonNode zero2 = forecast(1, job.formatted(2));
        assertThat(ddp.at("/memory/peakBytes").asDouble()).isCloseTo(55e9, withinPercentage(10));
        assertThat(zero2.at("/memory/peakBytes").asDouble()).isCloseTo(52e9, withinPercentage(15));
        assertThat(zero2.at("/memory/parts/weights")).isEqualTo(ddp.at("/memory/parts/weights"));
        assertThat(ddp.at("/memory/fits").asBoolean()).isFalse();
        // hiyouga/LlamaFactory#4559: four cards of 24 GB do not add up to the 48 GB that one card needs.
        assertThat(zero2.at("/memory/fits").asBoolean()).isFalse();
    }

    /** Touvron et al., arXiv 2302.13971, table 15: LLaMA 13B took 135,168 device-hours for 10^12 tokens, which is an MFU of 51.4 %. Layout assumed. */
    @Test
    void llama13b() throws IOException {
        JsonNode json = forecast(0, """
                workload: {model: llama-13b, batchTokens: 4_194_304, sequence: 2048, precision: bf16, train: {tokens: 1T}}
                cluster: {node: dgx-a100-80gb, nodes: 128}
                layout: {tp: 2, zero: 1, microBatch: 2, recompute: selective}
                """);
        assertThat(json.at("/effort/deviceHours").asDouble()).isCloseTo(135_168, withinPercentage(20));
        double sixTimesParameters = 6 * 13.0e9 * 1e12 / (135_168 * 3600.0) / 312e12;
        assertThat(sixTimesParameters).isCloseTo(0.514, withinPercentage(0.5));
    }

    /**
     * Zeng et al., arXiv 2210.02414, section 2.3 and appendix: GLM-130B on 96 nodes of 8 A100-40, tensor 4, pipeline 8, batch 4224: MFU 32.5 %, HFU 43.3 %. The
     * 60 days that zai-org/GLM-130B#75 states for 400 B tokens hold pauses and failures, so a run without them is shorter.
     */
    @Test
    void glm130b() throws IOException {
        JsonNode json = forecast(0, """
                workload:
                  model: {layers: 70, hidden: 12288, heads: 96, intermediate: 32768, vocab: 150528, tied: true}
                  globalBatch: 4224
                  sequence: 2048
                  precision: fp16
                  train: {tokens: 400B}
                cluster: {node: dgx-a100-40gb, nodes: 96}
                layout: {tp: 4, pp: 8, zero: 1, microBatch: 1, recompute: full}
                """);
        assertThat(json.at("/throughput/mfu").asDouble()).isCloseTo(0.325, withinPercentage(20));
        assertThat(json.at("/throughput/hfu").asDouble()).isCloseTo(0.433, withinPercentage(20));
        assertThat(json.at("/effort/hours").asDouble()).isBetween(30 * 24.0, 60 * 24.0);
    }

    /** LLaMA 65B: 380 tokens/s of each of 2,048 devices, 1.4 x 10^12 tokens: 20.8 days and 1.02 million device-hours (arXiv 2302.13971, section 2.4). */
    @Test
    void llama65bFromItsRate() throws IOException {
        JsonNode json = forecast(0, """
                workload: {measured: {tokenRate: 380 tokens/s, communication: 0 s}, replicaBatch: 1, sequence: 2048, train: {tokens: 1.4T}}
                cluster: {devices: 2048}
                """);
        assertThat(json.at("/effort/hours").asDouble() / 24).isCloseTo(20.82, withinPercentage(0.05));
        assertThat(json.at("/effort/deviceHours").asDouble()).isCloseTo(1_023_392, withinPercentage(0.01));
    }

    /** karpathy/nanoGPT: GPT-2 124M, 600,000 steps of 491,520 tokens, about 4 days on a node of eight A100-40. */
    @Test
    void nanoGpt() throws IOException {
        JsonNode json = forecast(0, """
                workload: {model: gpt-2, globalBatch: 480, sequence: 1024, precision: amp-bf16, train: {steps: 600000}}
                cluster: {node: dgx-a100-40gb}
                layout: {microBatch: 12}
                """);
        assertThat(json.at("/effort/hours").asDouble()).isCloseTo(96, withinPercentage(25));
    }

    /**
     * DeepSpeed's ZeRO-3 estimator (deepspeedai/DeepSpeed#4527; 6,805 M parameters, a largest layer of 131 M, 4 devices) is 18 P/n plus four bytes of that layer: 29.01
     * GiB. What it leaves out the answer names.
     */
    @Test
    void deepSpeedsEstimatorIsTheStatesAndTheLargestLayer() {
        Run run = Run.line("fit --recipe mixed-adam-18 --parameters 6805M --memory 40GB --devices 4 --json");
        double states = run.number("/stateBytes") / 4;
        assertThat((states + 4 * 131e6) / GIB).isCloseTo(29.01, withinPercentage(0.05));
        assertThat(Run.line("fit --recipe mixed-adam-18 --parameters 6805M --memory 40GB --devices 4")
                        .out())
                .contains("Activations, logits, buffers");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # huggingface/blog#2245: all at 16 bit 526 GiB, mixed precision 1,129 GB, for the 70.55 B of Llama 3.1
                    fit --parameters 70.55B --bytes-per-parameter 8 --memory 80GB  | /stateBytes | 564.4e9
                    fit --parameters 70.55B --recipe mixed-adam-16 --memory 80GB    | /stateBytes | 1128.8e9
                    # lm-sys/FastChat#1110: 16 to 20 B for each of 7 B parameters are at most 140 GB, run on four of 40 GB
                    fit --parameters 7B --recipe mixed-adam-20 --memory 40GB        | /stateBytes | 140e9
                    fit --parameters 7B --recipe mixed-adam-20 --memory 40GB        | /devices    | 4
                    # young-geng/EasyLM#87: 12 B for each of 7 B are 84 GB, which one device of 80 GB cannot hold
                    fit --parameters 7B --bytes-per-parameter 12 --memory 80GB      | /devices    | 2
                    # speechbrain/speechbrain#1096: 21 h on one, 9 h on four: S = 2.33, and the network behind it
                    speedup --compute 21h --iteration 9h --devices 4                | /points/0/speedup | 2.3333333333333335
                    # kohya-ss/sd-scripts#1434
                    speedup --compute 1.27s --iteration 2.07s --devices 2 --scaling weak | /points/0/efficiency | 0.6135265700483092
                    # word problem 8: 1.25 GB over 10 Gb/s, read as bits
                    speedup --compute 1s --gradients 1.25GB --link 10Gb/s --devices 2 | /points/0/syncSeconds | 1
                    """)
    void byArithmetic(String command, String pointer, double expected) {
        assertThat(Run.line(command + " --json").number(pointer)).isCloseTo(expected, withinPercentage(1e-9));
    }

    private JsonNode forecast(int code, String job) throws IOException {
        Path file = Files.writeString(folder.resolve("job.yaml"), job);
        Run run = Run.of("forecast", file.toString(), "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        return run.json();
    }
}
