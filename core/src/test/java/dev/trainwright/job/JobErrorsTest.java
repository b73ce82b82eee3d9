package dev.trainwright.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a user reads who wrote something wrong: file, line, key, value, and what is accepted. */
class JobErrorsTest {

    private static final String WORKLOAD = "workload:\n  model: llama-3-8b\n  globalBatch: 64\n  sequence: 8192\n";
    private static final String CLUSTER = "cluster:\n  node: dgx-h100\n  nodes: 8\n";

    static Stream<Arguments> wrongInputs() {
        return Stream.of(
                arguments("an unknown key", WORKLOAD + "clutser:\n  node: dgx-h100\n", """
                        job.yaml:5: clutser: unknown key; did you mean cluster?
                        job.yaml:1: cluster: missing; expected"""),
                arguments("words for a number", WORKLOAD + "cluster:\n  node: dgx-h100\n  nodes: two\n", """
                        job.yaml:7: cluster.nodes: "two": expected a whole number of nodes >= 1"""),
                arguments("half a node", WORKLOAD + "cluster:\n  node: dgx-h100\n  nodes: 1.5\n", """
                        job.yaml:7: cluster.nodes: 1.5: expected a whole number of nodes >= 1"""),
                arguments("no node at all", WORKLOAD + "cluster:\n  node: dgx-h100\n  nodes: 0\n", """
                        job.yaml:7: cluster.nodes: 0: expected a whole number of nodes >= 1"""),
                arguments(
                        "more nodes than a number holds",
                        WORKLOAD + "cluster:\n  node: dgx-h100\n  nodes: 1e12\n",
                        """
                        job.yaml:7: cluster.nodes: 1e12: expected a whole number of nodes >= 1, at most 2147483647"""),
                arguments("hardware that is in no catalogue", WORKLOAD + "cluster:\n  node: dgx-h1000\n", """
                        job.yaml:6: cluster.node: "dgx-h1000": unknown node "dgx-h1000"; did you mean"""),
                arguments("a model that is nowhere", WORKLOAD.replace("llama-3-8b", "lama-3-8b") + CLUSTER, """
                        job.yaml:2: workload.model: "lama-3-8b": no such file and no preset of this name; did you mean llama-3-8b?"""),
                arguments("two batches", WORKLOAD + "  replicaBatch: 8\n" + CLUSTER, """
                        job.yaml:5: workload.replicaBatch: expected at most one of globalBatch, batchTokens or replicaBatch, \
                        found globalBatch and replicaBatch"""),
                arguments("no batch", WORKLOAD.replace("  globalBatch: 64\n", "") + CLUSTER, """
                        job.yaml:2: workload.model: the batch is missing; give globalBatch, batchTokens or replicaBatch"""),
                arguments("no sequence", WORKLOAD.replace("  sequence: 8192\n", "") + CLUSTER, """
                        job.yaml:2: workload.model: the sequence is missing; give the tokens of one sample"""),
                arguments("128k is not one number", WORKLOAD.replace("8192", "128k") + CLUSTER, """
                        job.yaml:4: workload.sequence: "128k": expected a whole number of tokens >= 1; \
                        the unit k is ambiguous"""),
                arguments(
                        "a batch of tokens that is no batch of sequences",
                        WORKLOAD.replace("globalBatch: 64", "batchTokens: 4M") + CLUSTER,
                        """
                        job.yaml:3: workload.batchTokens: 4000000 tokens are no multiple of the sequence of 8192"""),
                arguments("a key without a value", WORKLOAD + CLUSTER + "  price:\n", """
                        job.yaml:8: cluster.price: no value: expected a price for one hour"""),
                arguments("a price without a currency", WORKLOAD + CLUSTER + "  price: 2.50\n", """
                        job.yaml:8: cluster.price: 2.50: expected a price for one hour with its currency, for instance 2.50 USD/h"""),
                arguments("a time without a unit", WORKLOAD + "  load: 80\n" + CLUSTER, """
                        job.yaml:5: workload.load: 80: the unit is missing; expected a number with one of the units ns, us, ms, s, \
                        min, h, d, for instance 400 ms"""),
                arguments("failures by half", WORKLOAD + CLUSTER + "  deviceMtbf: 50_000 h\n", """
                        job.yaml:8: cluster.deviceMtbf: deviceMtbf needs checkpoint; checkpoint is missing"""),
                arguments("an unknown precision", WORKLOAD + "  precision: bf61\n" + CLUSTER, """
                        job.yaml:5: workload.precision: "bf61": expected one of fp32, tf32, bf16, fp16, fp8, fp4, amp-bf16, \
                        amp-fp16, pure-bf16; did you mean bf16?"""),
                arguments(
                        "a format that the device lacks", WORKLOAD + "  precision: fp8\ncluster: {node: dgx-2}\n", """
                        job.yaml:5: workload.precision: precision fp8 multiplies in fp8, and NVIDIA Tesla V100"""),
                arguments("two ways to say how long", WORKLOAD + "  train: {tokens: 1T, steps: 5}\n" + CLUSTER, """
                        job.yaml:5: workload.train.steps: expected exactly one of tokens, samples, steps or epochs, \
                        found tokens and steps"""),
                arguments("epochs of what", WORKLOAD + "  train: {epochs: 3}\n" + CLUSTER, """
                        job.yaml:5: workload.train.epochs: epochs needs dataset; dataset is missing"""),
                arguments(
                        "an adapter on a matrix that is not there",
                        WORKLOAD.replace("llama-3-8b", "gpt2")
                                + "  fineTuning: {method: lora, rank: 8, targets: [gate]}\n" + CLUSTER,
                        """
                        job.yaml:5: workload.fineTuning: no layer of gpt-2 has a matrix gate"""),
                arguments(
                        "degrees that do not fill the cluster",
                        WORKLOAD + CLUSTER + "layout:\n  tp: 8\n  dp: 4\n",
                        """
                        job.yaml:10: layout.dp: dp x tp x pp x cp = 4 x 8 x 1 x 1 = 32, but the cluster has 64 devices"""),
                arguments(
                        "degrees that do not divide the cluster",
                        WORKLOAD + CLUSTER + "layout:\n  zero: 1\n  tp: 3\n",
                        """
                        job.yaml:10: layout.tp: tp x pp x cp = 3 x 1 x 1 = 3 does not divide the cluster's 64 devices"""),
                arguments("a micro-batch that does not divide", WORKLOAD + CLUSTER + "layout:\n  microBatch: 3\n", """
                        job.yaml:9: layout.microBatch: a replica's batch of 1 is no multiple of the micro-batch 3"""),
                arguments("a ZeRO stage that is none", WORKLOAD + CLUSTER + "layout:\n  zero: 4\n", """
                        job.yaml:9: layout.zero: 4: expected a whole number of ZeRO stages from 0 to 3"""),
                arguments(
                        "micro-batch and accumulation",
                        WORKLOAD + CLUSTER + "layout: {microBatch: 1, accumulation: 1}\n",
                        """
                        job.yaml:8: layout.accumulation: expected at most one of microBatch or accumulation"""),
                arguments("times of no use", "workload: {measured: {compute: 400 ms}}\ncluster: {devices: 4}\n", """
                        job.yaml:1: workload.measured.compute: expected parameters, gradients or communication"""),
                arguments(
                        "no link to synchronise over",
                        "workload:\n  measured: {compute: 1 s, parameters: 1B}\ncluster: {devices: 4}\n",
                        """
                        job.yaml:2: workload.measured: several devices synchronise over a link; give cluster.link"""),
                arguments("a model on an unknown device", WORKLOAD + "cluster: {devices: 4}\n", """
                        job.yaml:2: workload.model: a model needs a device that is known; give cluster.accelerator"""),
                arguments(
                        "several nodes without a network",
                        WORKLOAD + "cluster:\n  node: h100-pcie-8x\n  nodes: 2\n",
                        """
                        job.yaml:6: cluster.node: 8 H100 PCIe has no network, and there are 2 nodes"""),
                arguments("dimensions that do not fit each other", """
                        workload:
                          model: {layers: 2, hidden: 100, heads: 3, vocab: 10}
                          globalBatch: 64
                          sequence: 8
                        """ + CLUSTER, """
                        job.yaml:2: workload.model: heads 3: expected a divisor of hidden, 100, or a headSize"""),
                arguments("a language of another time", "version: 2\n" + WORKLOAD + CLUSTER, """
                        job.yaml:1: version: 2: expected 1"""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongInputs")
    void saysWhereAndWhatIsAccepted(String name, String job, String expected) {
        assertThatThrownBy(() -> Jobs.read(Trees.parse("job.yaml", job, Format.YAML), Catalogue.builtIn()))
                .as(name)
                .isInstanceOf(InputException.class)
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .zipSatisfy(
                                expected.lines().toList(),
                                (line, start) -> assertThat(line).startsWith(start)));
    }

    @Test
    void findsEveryProblemOfAllThreePartsAtOnce(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"llama\",\n \"hidden_size\": -1}");
        Files.writeString(folder.resolve("cluster.yaml"), "node: dgx-h100\n\nnodez: 8\n");
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job,
                "workload:\n  model: config.json\n  sequence: many\ncluster: cluster.yaml\nlayout:\n  zero: 9\n  recompute: al\n");
        assertThatThrownBy(() -> Jobs.read(job, Catalogue.builtIn()))
                .isInstanceOf(InputException.class)
                .message()
                .contains(folder.resolve("config.json") + ":2: hidden_size")
                .contains(job + ":3: workload.sequence: \"many\"")
                .contains(folder.resolve("cluster.yaml") + ":3: nodez: unknown key; did you mean nodes?")
                .contains(job + ":6: layout.zero: 9")
                .contains(job
                        + ":7: layout.recompute: \"al\": expected one of none, selective, selective-operations, full");
    }
}
