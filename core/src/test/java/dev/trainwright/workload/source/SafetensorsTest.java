package dev.trainwright.workload.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.trainwright.input.InputException;
import dev.trainwright.workload.Transformer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Weights counted from headers that are laid out by hand after the format's description. */
class SafetensorsTest {
    private static final String TWO =
            "{'__metadata__':{'format':'pt'},'a.0.w':{'dtype':'BF16','shape':[3,4],'data_offsets':[0,24]},'b.w':{'dtype':'F32','shape':[2],'data_offsets':[24,32]}}";

    @TempDir
    private Path folder;

    @Test
    void countsByTypeAndPrefix() throws IOException {
        Weights weights = Weights.read(file("model.safetensors", TWO, 32));
        assertThat(weights.elements()).isEqualTo(14);
        assertThat(weights.byType()).isEqualTo(Map.of("BF16", 12L, "F32", 2L));
        assertThat(weights.byPrefix()).isEqualTo(Map.of("a", 12L, "b", 2L));
    }

    @Test
    void scalarsAndEmptyTensorsCountOneAndNothing() throws IOException {
        String header =
                "{'s':{'dtype':'F32','shape':[],'data_offsets':[0,4]},'e':{'dtype':'F32','shape':[7,0],'data_offsets':[4,4]}}";
        assertThat(Weights.read(file("model.safetensors", header, 4)).elements())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    [0,24]     | [0,25]     | do not hold 12 elements of BF16
                    [24,32]    | [20,28]    | overlaps the tensor before it: begins at byte 20, expected 24
                    [24,32]    | [28,36]    | leaves a hole behind the tensor before it: begins at byte 28, expected 24
                    [24,32]    | [32,24]    | do not hold 2 elements of F32
                    [24,32]    | [24]       | expected dtype, shape and two data_offsets
                    [24,32]    | [-8,0]     | expected dtype, shape and two data_offsets
                    'F32'      | 'F31'      | expected dtype, shape and two data_offsets, whole numbers from 0; dtype one of [F4,
                    [3,4]      | [4000000000000,4000000000000] | a shape of more elements than 63 bits count
                    [3,4]      | 12         | expected dtype, shape
                    'b.w'      | 'a.0.w'    | given twice
                    'shape':[2], |          | expected dtype, shape
                    """)
    void refusesWhatContradicts(String from, String to, String message) throws IOException {
        Path file = file("model.safetensors", TWO.replace(from, to == null ? "" : to), 32);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(file))
                .withMessageContaining(message);
    }

    @Test
    void refusesDataThatIsNotThere() throws IOException {
        Path shorter = file("model.safetensors", TWO, 31);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(shorter))
                .withMessageContaining("the tensors fill 32 bytes; the file has 31 behind its header");
    }

    @ParameterizedTest
    @CsvSource({"-1, 18446744073709551615", "9223372036854775807, 9223372036854775807", "200000000, 200000000", "33, 33"
    })
    void refusesAHeaderLongerThanTheFile(long length, String printed) throws IOException {
        Path file = folder.resolve("model.safetensors");
        Files.write(
                file,
                ByteBuffer.allocate(40)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(length)
                        .array());
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(file))
                .withMessageContaining("its header would have " + printed + " bytes; expected at most 32");
    }

    @Test
    void refusesAStub() throws IOException {
        Path file = folder.resolve("model.safetensors");
        Files.write(file, new byte[] {1, 2, 3});
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(file))
                .withMessageContaining("shorter than its 8 bytes");
    }

    @Test
    void shardsAreCountedThroughTheirIndex() throws IOException {
        file("a.safetensors", "{'a.0.w':{'dtype':'BF16','shape':[3,4],'data_offsets':[0,24]}}", 24);
        file("b.safetensors", "{'b.w':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", 8);
        index("{'weight_map':{'a.0.w':'a.safetensors','b.w':'b.safetensors'}}");
        assertThat(Weights.read(folder).elements()).isEqualTo(14);
        index("{'weight_map':{'a.0.w':'a.safetensors','c.w':'b.safetensors'}}");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(folder))
                .withMessageContaining("does not hold this tensor");
        index("{'weight_map':{'a.0.w':'../a.safetensors'}}");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(folder))
                .withMessageContaining("expected the name of a .safetensors file beside the index");
        index("{'weight_map':{'a.0.w':'none.safetensors'}}");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(folder))
                .withMessageContaining("none.safetensors");
    }

    /** 10 x 6 table, one layer: 4 x 36 attention, 3 x 6 x 8 feed-forward, 12 norms, 6 final norm; the head once more when untied. */
    @ParameterizedTest
    @CsvSource({
        "true, 366, ''",
        "true, 426, as many as the token table",
        "false, 366, as many as the head",
        "false, 425, 1 fewer"
    })
    void weightsAreHeldAgainstTheConfig(boolean tied, int elements, String note) throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                ("{'model_type':'llama','hidden_size':6,'num_hidden_layers':1,'num_attention_heads':2,'intermediate_size':8,'vocab_size':10,'tie_word_embeddings':"
                                + tied + "}")
                        .replace('\'', '"'));
        file(
                "model.safetensors",
                "{'w':{'dtype':'BF16','shape':[" + elements + "],'data_offsets':[0," + 2 * elements + "]}}",
                2 * elements);
        Transformer model = (Transformer) Models.resolve(folder.toString(), Path.of(""));
        if (note.isEmpty()) {
            assertThat(model.notes()).isEmpty();
        } else {
            assertThat(model.notes()).singleElement().asString().contains(note);
        }
        assertThat(Models.resolve("model.safetensors", folder).parameters()).isEqualTo(model.parameters());
    }

    @Test
    void weightsAloneAreNoShape() throws IOException {
        file("model.safetensors", TWO, 32);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Models.resolve("model.safetensors", folder))
                .withMessageContaining("no config.json beside it");
    }

    @Test
    void anyDamageIsRefusedOrCounted() {
        SplittableRandom random = new SplittableRandom(20);
        byte[] header = TWO.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = header.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                damaged[random.nextInt(damaged.length)] = (byte)
                        (random.nextBoolean() ? random.nextInt(256) : "0123456789[]{},:\"-".charAt(random.nextInt(18)));
            }
            try {
                assertThat(SafetensorsHeader.parse("damaged", damaged, 32)).allMatch(tensor -> tensor.elements() >= 0);
            } catch (InputException refused) {
                assertThat(refused.problems()).isNotEmpty();
            }
        }
    }

    private void index(String json) throws IOException {
        Files.writeString(folder.resolve("model.safetensors.index.json"), json.replace('\'', '"'));
    }

    private Path file(String name, String header, int dataBytes) throws IOException {
        byte[] json = header.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + json.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(json.length).put(json);
        return Files.write(folder.resolve(name), bytes.array());
    }
}
