package dev.trainwright.train.pretrained;

import dev.trainwright.train.checkpoint.SafeTensors;
import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Small models in Hugging Face's layout whose weights follow from their names: element i of a tensor is sin(0.7 i + CRC-32 of its name mod 1000) / 10, and one more in the weights of norms. */
public final class ModelFiles {
    /** Llama of two layers; {@code %s} takes more keys. */
    public static final String LLAMA = """
            {"model_type": "llama", "vocab_size": 48, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
             "num_key_value_heads": 2, "intermediate_size": 48, "max_position_embeddings": 64, "hidden_act": "silu", %s}
            """;

    /** GPT-2 of two layers. */
    public static final String GPT2 = """
            {"model_type": "gpt2", "vocab_size": 48, "n_positions": 16, "n_embd": 32, "n_layer": 2, "n_head": 4,
             "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05}
            """;

    /** BERT of two layers. */
    public static final String BERT = """
            {"model_type": "bert", "vocab_size": 48, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
             "intermediate_size": 128, "max_position_embeddings": 16, "type_vocab_size": 2, "hidden_act": "gelu",
             "layer_norm_eps": 1e-12}
            """;

    private ModelFiles() {}

    /** Shapes of a Llama's tensors as stored. */
    public static Map<String, long[]> llama(boolean tied, boolean biases) {
        Map<String, long[]> shapes = new LinkedHashMap<>();
        shapes.put("model.embed_tokens.weight", new long[] {48, 32});
        for (int i = 0; i < 2; i++) {
            String layer = "model.layers." + i + ".";
            shapes.put(layer + "self_attn.q_proj.weight", new long[] {32, 32});
            shapes.put(layer + "self_attn.k_proj.weight", new long[] {16, 32});
            shapes.put(layer + "self_attn.v_proj.weight", new long[] {16, 32});
            shapes.put(layer + "self_attn.o_proj.weight", new long[] {32, 32});
            if (biases) {
                shapes.put(layer + "self_attn.q_proj.bias", new long[] {32});
                shapes.put(layer + "self_attn.k_proj.bias", new long[] {16});
                shapes.put(layer + "self_attn.v_proj.bias", new long[] {16});
            }
            shapes.put(layer + "mlp.gate_proj.weight", new long[] {48, 32});
            shapes.put(layer + "mlp.up_proj.weight", new long[] {48, 32});
            shapes.put(layer + "mlp.down_proj.weight", new long[] {32, 48});
            shapes.put(layer + "input_layernorm.weight", new long[] {32});
            shapes.put(layer + "post_attention_layernorm.weight", new long[] {32});
        }
        shapes.put("model.norm.weight", new long[] {32});
        if (!tied) {
            shapes.put("lm_head.weight", new long[] {48, 32});
        }
        return shapes;
    }

    /** Shapes of a Mixtral's tensors of four experts. */
    static Map<String, long[]> mixtral() {
        Map<String, long[]> shapes = llama(false, false);
        shapes.keySet().removeIf(name -> name.contains(".mlp."));
        for (int i = 0; i < 2; i++) {
            String mixture = "model.layers." + i + ".block_sparse_moe.";
            shapes.put(mixture + "gate.weight", new long[] {4, 32});
            for (int e = 0; e < 4; e++) {
                shapes.put(mixture + "experts." + e + ".w1.weight", new long[] {48, 32});
                shapes.put(mixture + "experts." + e + ".w2.weight", new long[] {32, 48});
                shapes.put(mixture + "experts." + e + ".w3.weight", new long[] {48, 32});
            }
        }
        return shapes;
    }

    /** Shapes of GPT-2's tensors as stored: matrices are inputs x outputs. */
    public static Map<String, long[]> gpt2() {
        Map<String, long[]> shapes = new LinkedHashMap<>();
        shapes.put("transformer.wte.weight", new long[] {48, 32});
        shapes.put("transformer.wpe.weight", new long[] {16, 32});
        for (int i = 0; i < 2; i++) {
            String layer = "transformer.h." + i + ".";
            shapes.put(layer + "ln_1.weight", new long[] {32});
            shapes.put(layer + "ln_1.bias", new long[] {32});
            shapes.put(layer + "attn.c_attn.weight", new long[] {32, 96});
            shapes.put(layer + "attn.c_attn.bias", new long[] {96});
            shapes.put(layer + "attn.c_proj.weight", new long[] {32, 32});
            shapes.put(layer + "attn.c_proj.bias", new long[] {32});
            shapes.put(layer + "ln_2.weight", new long[] {32});
            shapes.put(layer + "ln_2.bias", new long[] {32});
            shapes.put(layer + "mlp.c_fc.weight", new long[] {32, 128});
            shapes.put(layer + "mlp.c_fc.bias", new long[] {128});
            shapes.put(layer + "mlp.c_proj.weight", new long[] {128, 32});
            shapes.put(layer + "mlp.c_proj.bias", new long[] {32});
        }
        shapes.put("transformer.ln_f.weight", new long[] {32});
        shapes.put("transformer.ln_f.bias", new long[] {32});
        return shapes;
    }

    /** Shapes of the tensors of BERT with its head for masked tokens. */
    public static Map<String, long[]> bert() {
        Map<String, long[]> shapes = new LinkedHashMap<>();
        shapes.put("bert.embeddings.word_embeddings.weight", new long[] {48, 32});
        shapes.put("bert.embeddings.position_embeddings.weight", new long[] {16, 32});
        shapes.put("bert.embeddings.token_type_embeddings.weight", new long[] {2, 32});
        norm(shapes, "bert.embeddings.LayerNorm");
        for (int i = 0; i < 2; i++) {
            String layer = "bert.encoder.layer." + i + ".";
            for (String part : List.of("self.query", "self.key", "self.value", "output.dense")) {
                product(shapes, layer + "attention." + part, 32, 32);
            }
            norm(shapes, layer + "attention.output.LayerNorm");
            product(shapes, layer + "intermediate.dense", 128, 32);
            product(shapes, layer + "output.dense", 32, 128);
            norm(shapes, layer + "output.LayerNorm");
        }
        product(shapes, "cls.predictions.transform.dense", 32, 32);
        norm(shapes, "cls.predictions.transform.LayerNorm");
        shapes.put("cls.predictions.bias", new long[] {48});
        return shapes;
    }

    private static void product(Map<String, long[]> shapes, String name, long out, long in) {
        shapes.put(name + ".weight", new long[] {out, in});
        shapes.put(name + ".bias", new long[] {out});
    }

    private static void norm(Map<String, long[]> shapes, String name) {
        shapes.put(name + ".weight", new long[] {32});
        shapes.put(name + ".bias", new long[] {32});
    }

    /** Writes config and weights of one file. */
    public static Path write(Path folder, String config, Map<String, long[]> shapes, ScalarType type)
            throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("config.json"), config);
        Tensors.scope(() -> SafeTensors.write(folder.resolve("model.safetensors"), tensors(shapes, type)));
        return folder;
    }

    static Map<String, Tensor> tensors(Map<String, long[]> shapes, ScalarType type) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        shapes.forEach((name, shape) -> tensors.put(name, Tensors.of(type, values(name, shape), shape)));
        return tensors;
    }

    static double[] values(String name, long... shape) {
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        int elements = 1;
        for (long size : shape) {
            elements *= Math.toIntExact(size);
        }
        double shift = name.matches(".*(norm|Norm|ln_).*weight") ? 1 : 0;
        double[] values = new double[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = Math.sin(i * 0.7 + crc.getValue() % 1000) * 0.1 + shift;
        }
        return values;
    }
}
