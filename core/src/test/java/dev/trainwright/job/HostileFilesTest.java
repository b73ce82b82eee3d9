package dev.trainwright.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.InputException;
import dev.trainwright.workload.source.Weights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files made to break readers, given to each of them: refused, with nothing but an {@link InputException}. */
class HostileFilesTest {
    @TempDir
    private Path folder;

    private static Map<String, byte[]> contents() {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        text(contents, "empty", "");
        text(contents, "blank", " \n\t\r\n");
        text(contents, "null", "null");
        text(contents, "a number", "1e999");
        text(contents, "lists 10,000 deep", "[".repeat(10_000) + "]".repeat(10_000));
        text(contents, "objects 10,000 deep", "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000));
        text(
                contents,
                "blocks 10,000 deep",
                IntStream.range(0, 10_000)
                        .mapToObj(i -> " ".repeat(i % 80) + "a:\n")
                        .collect(Collectors.joining()));
        text(contents, "a billion laughs", laughs());
        text(contents, "an alias to itself", "&a [*a]");
        text(contents, "a tag that makes an object", "!!javax.script.ScriptEngineManager [!!java.net.URL ['file:/']]");
        text(
                contents,
                "keys twice",
                "{\"model_type\": \"llama\", \"model_type\": \"llama\", \"id\": 1, \"id\": 2, \"workload\": 1, \"workload\": 1}");
        text(
                contents,
                "infinities",
                "{\"model_type\": \"llama\", \"hidden_size\": Infinity, \"vocab_size\": NaN, \"num_hidden_layers\": -Infinity}");
        text(contents, "1e999", "{\"model_type\": \"llama\", \"hidden_size\": 1e999, \"vocab_size\": -1e999}");
        text(
                contents,
                "an exponent of twenty digits",
                "{\"model_type\": \"llama\", \"hidden_size\": 1e99999999999999999999}");
        text(
                contents,
                "a million digits",
                "{\"model_type\": \"llama\", \"hidden_size\": " + "9".repeat(1_000_000) + "}");
        text(
                contents,
                "negative",
                "{\"model_type\": \"llama\", \"hidden_size\": -8, \"num_hidden_layers\": -1, \"num_attention_heads\": -2, \"vocab_size\": -3}");
        text(contents, "a key of a megabyte", "{\"" + "k".repeat(1 << 20) + "\": 1}");
        text(contents, "a mark of byte order", "\uFEFF{}");
        text(contents, "carriage returns", "workload:\r\n  model: gpt-2\r\ncluster:\r\n  devices: x\r\n");
        text(contents, "two documents", "a: 1\n---\nb: 2\n");
        text(contents, "a null character", "{\"a\u0000b\": \"\u0000\"}");
        contents.put("no UTF-8", new byte[] {'{', '"', (byte) 0xc3, (byte) 0x28, '"', ':', '1', '}'});
        contents.put("half a surrogate", new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});
        contents.put("UTF-16", "{\"a\": 1}".getBytes(java.nio.charset.StandardCharsets.UTF_16));
        contents.put("larger than allowed", new byte[(16 << 20) + 1]);
        for (long length :
                new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, 1L << 31, 1L << 63}) {
            contents.put("a header of " + Long.toUnsignedString(length), header(length, "{}"));
        }
        contents.put(
                "a tensor of 2^63 elements",
                header("{'t':{'dtype':'F32','shape':[9223372036854775807,2],'data_offsets':[0,0]}}"));
        contents.put("offsets backwards", header("{'t':{'dtype':'F32','shape':[1],'data_offsets':[4,0]}}"));
        return contents;
    }

    private static void text(Map<String, byte[]> contents, String name, String text) {
        contents.put(name, text.getBytes(UTF_8));
    }

    private static String laughs() {
        String levels = IntStream.range(1, 10)
                .mapToObj(i -> "l%d: &l%d [%s]\n".formatted(i, i, ("*l" + (i - 1) + ",").repeat(9) + "*l" + (i - 1)))
                .collect(Collectors.joining());
        return "l0: &l0 [lol]\n" + levels;
    }

    private static byte[] header(String json) {
        String quoted = json.replace('\'', '"');
        return header(quoted.length(), quoted);
    }

    private static byte[] header(long length, String json) {
        return ByteBuffer.allocate(8 + json.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(json.getBytes(UTF_8))
                .array();
    }

    static Stream<Arguments> hostile() {
        Map<String, byte[]> contents = contents();
        return Stream.of(Readers.values())
                .flatMap(reader -> contents.entrySet().stream()
                        .map(entry -> Arguments.of(reader, entry.getKey(), entry.getValue())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    void hostile(Readers reader, String name, byte[] bytes) {
        assertThat(bytes).isNotNull();
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> reader.check(bytes, folder), name);
    }

    @ParameterizedTest
    @EnumSource
    void aFolderInTheFilesPlaceAndNothingAtAll(Readers reader) throws IOException {
        Path file = reader.in(folder);
        reader.check(file);
        Files.createDirectory(file);
        reader.check(file);
    }

    /** Lines end as they do on Windows, and begin as Notepad has them: the same job. */
    @Test
    void byteOrderMarksAndCarriageReturnsAreReadOver() throws IOException {
        String job = "workload: {model: gpt-2, globalBatch: 8, sequence: 1024}\ncluster: {node: dgx-h100}\n";
        Job plain = Jobs.read(Files.writeString(folder.resolve("job.yaml"), job), Catalogue.builtIn());
        Job marked = Jobs.read(
                Files.writeString(folder.resolve("job.yaml"), "\uFEFF" + job.replace("\n", "\r\n")),
                Catalogue.builtIn());
        assertThat(marked).isEqualTo(plain);
    }

    /** A header that claims more than the file has must not be allocated. */
    @Test
    void aHeaderOfTwoToTheSixtyThirdIsRefusedByItsLength() throws IOException {
        Path file = Files.write(folder.resolve("model.safetensors"), header(Long.MIN_VALUE, "{}"));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Weights.read(file))
                .withMessageContaining("9223372036854775808 bytes");
    }
}
