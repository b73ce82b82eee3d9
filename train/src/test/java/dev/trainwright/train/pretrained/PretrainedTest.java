package dev.trainwright.train.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.train.checkpoint.SafeTensors;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Adapted;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.nn.Pass;
import dev.trainwright.train.nn.Split;
import dev.trainwright.train.nn.TransformerSpec;
import dev.trainwright.train.nn.Weights;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Models in Hugging Face's layout. Loss and gradients are those of the classes of transformers 5.18.0 on PyTorch 2.13.0 (eager attention, double precision) with
 * the weights of {@link ModelFiles}, for two samples of 12 tokens (7 i + 3) mod 48 and (5 i + 1) mod 48: cross-entropy summed over the 22 next tokens, and the norm of
 * all gradients together.
 */
class PretrainedTest {
    private static final String LLAMA3 =
            "\"rope_type\": \"llama3\", \"factor\": 8.0, \"low_freq_factor\": 1.0, \"high_freq_factor\": 4.0, \"original_max_position_embeddings\": 8";

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        Engine.start(1);
    }

    static Stream<Arguments> models() {
        String tied = "\"tie_word_embeddings\": true, \"rms_norm_eps\": 1e-06, ";
        Map<String, long[]> shared = ModelFiles.llama(true, false);
        return Stream.of(
                Arguments.of(
                        "LlamaForCausalLM",
                        ModelFiles.LLAMA.formatted("\"rms_norm_eps\": 1e-05"),
                        ModelFiles.llama(false, false),
                        95.30167180649424,
                        137.77996326158294),
                Arguments.of(
                        "LlamaForCausalLM, tied, positions as Llama 3.1's, keys of transformers 5",
                        ModelFiles.LLAMA.formatted(
                                tied + "\"rope_parameters\": {\"rope_theta\": 500000.0, " + LLAMA3 + "}"),
                        shared,
                        78.9872434616495,
                        114.04583178021961),
                Arguments.of(
                        "the same with the keys of transformers 4",
                        ModelFiles.LLAMA.formatted(
                                tied + "\"rope_theta\": 500000.0, \"rope_scaling\": {" + LLAMA3 + "}"),
                        shared,
                        78.9872434616495,
                        114.04583178021961),
                Arguments.of(
                        "LlamaForCausalLM, positions four times as long",
                        ModelFiles.LLAMA.formatted(tied + "\"rope_scaling\": {\"type\": \"linear\", \"factor\": 4.0}"),
                        shared,
                        78.99521984566822,
                        114.11200676193107),
                Arguments.of(
                        "Qwen2ForCausalLM",
                        ModelFiles.LLAMA
                                .formatted("\"tie_word_embeddings\": true, \"rms_norm_eps\": 1e-06")
                                .replace("\"llama\"", "\"qwen2\""),
                        ModelFiles.llama(true, true),
                        79.35346244673302,
                        101.05266868675857),
                Arguments.of(
                        "MixtralForCausalLM",
                        ModelFiles.LLAMA
                                .formatted(
                                        "\"rms_norm_eps\": 1e-05, \"num_local_experts\": 4, \"num_experts_per_tok\": 2")
                                .replace("\"llama\"", "\"mixtral\"")
                                .replace("\"hidden_act\"", "\"sliding_window\": null, \"hidden_act\""),
                        ModelFiles.mixtral(),
                        97.03097069120419,
                        193.24199019686117),
                Arguments.of(
                        "GPT2LMHeadModel", ModelFiles.GPT2, ModelFiles.gpt2(), 102.71626102169198, 682.5980792013136),
                Arguments.of(
                        "BertForMaskedLM", ModelFiles.BERT, ModelFiles.bert(), 84.91467454153135, 34.01773097579721));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void computesWhatTransformersDoes(
            String name, String config, Map<String, long[]> shapes, double loss, double gradient) throws IOException {
        ModelFiles.write(folder, config, shapes, ScalarType.Double);
        double[] found = lossAndGradient(load(folder));
        // Their RMS norms and rotary angles are in single precision whatever the model's.
        double tolerance = name.matches("(GPT2|Bert).*") ? 1e-10 : 2e-7;
        assertThat(found[0]).as(name).isCloseTo(loss, within(tolerance * loss));
        assertThat(found[1]).as(name).isCloseTo(gradient, within(tolerance * gradient));
    }

    /** PEFT 0.21.0 on the first model above: rank 4, alpha 4, on q_proj, v_proj and down_proj; gradients of the adapters alone. */
    @Test
    void adaptersComputeWhatPeftDoes() throws IOException {
        ModelFiles.write(
                folder,
                ModelFiles.LLAMA.formatted("\"rms_norm_eps\": 1e-05"),
                ModelFiles.llama(false, false),
                ScalarType.Double);
        Transformer model = (Transformer) Models.resolve(folder.toString(), Path.of(""));
        FineTuning.LowRank adapters = new FineTuning.LowRank(4, List.of("q", "v", "down"), NumberFormat.FP32);
        Adapted adapted = new Adapted(TransformerSpec.of(model), adapters);
        assertThat(adapted.trained()).isEqualTo(1536);
        double[] found = lossAndGradient(new Pretrained(adapted, "llama", folder));
        assertThat(found[0]).isCloseTo(95.31224933258633, within(2e-7 * 95));
        assertThat(found[1]).isCloseTo(7.610088029059537, within(2e-7 * 7.6));
        assertThat(found[2]).as("parameters that have gradients").isEqualTo(1536);
    }

    /** Old files of GPT-2 leave the prefix out, and hold masks and the shared head. */
    @Test
    void bareNamesMasksAndSharedHeads() throws IOException {
        ModelFiles.write(folder, ModelFiles.GPT2, Map.of(), ScalarType.Double);
        Tensors.scope(() -> {
            Map<String, Tensor> bare = new LinkedHashMap<>();
            ModelFiles.tensors(ModelFiles.gpt2(), ScalarType.Double)
                    .forEach((name, tensor) -> bare.put(name.replace("transformer.", ""), tensor));
            bare.put("h.0.attn.bias", Tensors.zeros(ScalarType.Float, 1, 1, 16, 16));
            bare.put("lm_head.weight", java.util.Objects.requireNonNull(bare.get("wte.weight")));
            replace(folder.resolve("model.safetensors"), bare);
        });
        assertThat(lossAndGradient(load(folder))[0]).isCloseTo(102.71626102169198, within(1e-8));
    }

    /** What a checkpoint of BERT's own training holds besides: the pooler, the head for pairs of sentences, and the output matrix once more. */
    @Test
    void bertLeavesOutWhatMaskedTokensDoNotNeed() throws IOException {
        ModelFiles.write(folder, ModelFiles.BERT, Map.of(), ScalarType.Double);
        Tensors.scope(() -> {
            Map<String, Tensor> tensors = ModelFiles.tensors(ModelFiles.bert(), ScalarType.Double);
            tensors.put("bert.pooler.dense.weight", Tensors.zeros(ScalarType.Double, 32, 32));
            tensors.put("cls.seq_relationship.bias", Tensors.zeros(ScalarType.Double, 2));
            tensors.put(
                    "cls.predictions.decoder.weight",
                    java.util.Objects.requireNonNull(tensors.get("bert.embeddings.word_embeddings.weight")));
            replace(folder.resolve("model.safetensors"), tensors);
        });
        assertThat(lossAndGradient(load(folder))[0]).isCloseTo(84.91467454153135, within(1e-8));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void goesBackAsItCame(String name, String config, Map<String, long[]> shapes) throws IOException {
        ModelFiles.write(folder, config, shapes, ScalarType.BFloat16);
        Transformer model = (Transformer) Models.resolve(folder.toString(), Path.of(""));
        Tensors.scope(() -> {
            Map<String, Tensor> weights = new TreeMap<>();
            load(folder).layers(new Weights(1, ScalarType.Float, Split.NONE)).stream()
                    .flatMap(layer -> layer.parameters().stream())
                    .forEach(parameter -> weights.put(parameter.name(), parameter.value()));
            Map<String, Tensor> joined =
                    new ModelFolder(model.family(), Map.of(), model.files(), ModelFolder.LARGEST_BYTES).joined(weights);
            Map<String, Tensor> first = SafeTensors.read(folder.resolve("model.safetensors"));
            assertThat(joined.keySet()).isEqualTo(shapes.keySet());
            joined.forEach((tensor, value) -> {
                Tensor before = java.util.Objects.requireNonNull(first.get(tensor));
                assertThat(value.scalar_type().intern()).as(tensor).isEqualTo(ScalarType.BFloat16);
                assertThat(value.equal(before)).as(tensor).isTrue();
            });
        });
    }

    @Test
    void namesEverythingThatDoesNotFit() throws IOException {
        ModelFiles.write(folder, ModelFiles.LLAMA.formatted("\"rms_norm_eps\": 1e-05"), Map.of(), ScalarType.Float);
        Map<String, long[]> shapes = ModelFiles.llama(true, false);
        shapes.remove("model.norm.weight");
        shapes.put("model.layers.1.mlp.up_proj.weight", new long[] {40, 32});
        shapes.put("model.layers.2.mlp.up_proj.weight", new long[] {48, 32});
        Tensors.scope(() -> replace(folder.resolve("model.safetensors"), ModelFiles.tensors(shapes, ScalarType.Float)));
        assertThatThrownBy(() ->
                        Tensors.scopeOf(() -> load(folder).layers(new Weights(1, ScalarType.Float, Split.NONE))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lm_head.weight is missing")
                .hasMessageContaining("model.norm.weight is missing")
                .hasMessageContaining("model.layers.1.mlp.up_proj.weight of shape [40, 32] does not give a [48, 32]")
                .hasMessageContaining("model.layers.2.mlp.up_proj.weight has no place in this model");
    }

    @Test
    void refusesWhatItWouldComputeOtherwise() throws IOException {
        String config = ModelFiles.LLAMA.formatted("\"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\": 4.0}");
        ModelFiles.write(folder, config, ModelFiles.llama(false, false), ScalarType.Float);
        assertThatThrownBy(() -> load(folder))
                .hasMessageContaining("rope_scaling: expected a type of default, linear or llama3");
    }

    private static void replace(Path file, Map<String, Tensor> tensors) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        SafeTensors.write(file, tensors);
    }

    static Pretrained load(Path folder) {
        Transformer model = (Transformer) Models.resolve(folder.toString(), Path.of(""));
        return new Pretrained(Networks.of(model), model.family(), folder);
    }

    private static double[] lossAndGradient(Pretrained network) {
        double[] found = new double[3];
        Tensors.scope(() -> {
            List<Layer> layers = network.layers(new Weights(1, ScalarType.Double, Split.NONE));
            layers.stream()
                    .flatMap(layer -> layer.parameters().stream())
                    .filter(parameter -> !Weights.stored(parameter.name()))
                    .forEach(parameter -> parameter.load(Tensors.of(
                            ScalarType.Double,
                            ModelFiles.values(parameter.name(), parameter.shape()),
                            parameter.shape())));
            long[] ids = new long[22];
            long[] next = new long[22];
            for (int i = 0; i < 11; i++) {
                ids[i] = (7L * i + 3) % 48;
                next[i] = (7L * (i + 1) + 3) % 48;
                ids[11 + i] = (5L * i + 1) % 48;
                next[11 + i] = (5L * (i + 1) + 1) % 48;
            }
            Tape tape = new Tape();
            Pass pass = new Pass(Tensors.of(next, 2, 11), tape, null);
            Tensor x = Tensors.of(ids, 2, 11);
            for (Layer layer : layers) {
                x = layer.forward(x, pass);
            }
            found[0] = x.item_double();
            Tensors.backward(
                    x, Tensors.of(ScalarType.Double, new double[] {1}, 1).squeeze());
            tape.close();
            List<Tensor> trained = layers.stream()
                    .flatMap(layer -> layer.parameters().stream())
                    .map(Parameter::value)
                    .distinct()
                    .filter(value -> value.grad().defined())
                    .toList();
            found[2] = trained.stream().mapToLong(Tensor::numel).sum();
            found[1] = Math.sqrt(trained.stream()
                    .mapToDouble(value -> Arrays.stream(Tensors.doubles(value.grad()))
                            .map(g -> g * g)
                            .sum())
                    .sum());
        });
        return found;
    }
}
