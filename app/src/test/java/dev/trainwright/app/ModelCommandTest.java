package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ModelCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void aPresetTellsItsShapeAndSize() {
        assertThat(run("model", "Llama-3.1-8B")).isZero();
        assertThat(out.toString())
                .contains("32 heads of 128 over 8 key/value heads", "8,030,261,248", "causal half", "in full");
    }

    @Test
    void jsonHasTotalAndActive() {
        assertThat(run("model", "mixtral-8x7b", "--json", "--sequence", "1")).isZero();
        JsonNode json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.at("/parameters/total").asLong()).isEqualTo(46_702_792_704L);
        assertThat(json.at("/parameters/active").asLong()).isEqualTo(12_879_925_248L);
        assertThat(json.at("/flopsPerToken/sequence").asLong()).isEqualTo(1);
        // arXiv 2205.05198, section 4.3: 16 bytes a parameter of weights, gradients and AdamW in mixed precision
        assertThat(json.at("/bytes/3/recipe").asString()).isEqualTo("fp16");
        assertThat(json.at("/bytes/3/bytesPerParameter").asDouble()).isEqualTo(16);
    }

    @Test
    void convolutionalNetworksToo() {
        assertThat(run("model", "ResNet-50", "--json")).isZero();
        JsonNode json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.at("/parameters/total").asLong()).isEqualTo(25_557_032);
        assertThat(json.at("/parameters/active").asLong()).isEqualTo(25_557_032);
    }

    @Test
    void weightsAreCountedAndHeldAgainstTheConfig() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                "{\"model_type\":\"llama\",\"hidden_size\":6,\"num_hidden_layers\":1,\"num_attention_heads\":2,\"intermediate_size\":8,\"vocab_size\":10}");
        byte[] header =
                "{\"w\":{\"dtype\":\"F32\",\"shape\":[5],\"data_offsets\":[0,20]}}".getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + header.length + 20).order(ByteOrder.LITTLE_ENDIAN);
        Path weights = Files.write(
                folder.resolve("model.safetensors"),
                bytes.putLong(header.length).put(header).array());
        assertThat(run("model", weights.toString())).isZero();
        assertThat(out.toString()).contains("F32", "by config.json beside it", "426", "421 fewer");
        out.getBuffer().setLength(0);
        assertThat(run("model", weights.toString(), "--json")).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(out.toString())
                        .at("/parameters/total")
                        .asLong())
                .isEqualTo(5);
    }

    @Test
    void anUnknownNameExits2WithWhatIsNear() {
        assertThat(run("model", "llama-3-9b")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("no such file and no preset of this name", "llama-3-8b");
    }

    @Test
    void wrongUseExits2() {
        assertThat(run("model")).isEqualTo(2);
        assertThat(run("model", "gpt-2", "--sequence", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("which model?", "--sequence takes");
    }

    @Test
    void presetsAreListedWithTheirSources() {
        assertThat(run("model", "--list")).isZero();
        assertThat(out.toString()).contains("gpt-3-175b", "arxiv.org/abs/2005.14165", "2020-05-28");
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out), new PrintWriter(err), args);
    }
}
