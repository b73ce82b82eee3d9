package dev.trainwright.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreesTest {

    @Test
    void yamlAndJsonGiveTheSameTree() {
        Node yaml = Trees.parse("f", "a: 1\nb: [x, true, null]\n", Format.YAML);
        Node json = Trees.parse("f", "{\"a\": 1, \"b\": [\"x\", true, null]}", Format.JSON);
        assertThat(Plain.of(yaml)).isEqualTo(Plain.of(json));
    }

    @Test
    void everyValueKnowsItsPlace() {
        Node.Mapping root = (Node.Mapping) Trees.parse("f.yaml", "a:\n  b:\n  - x\n  - {c: 7}\n", Format.YAML);
        Node.Mapping a = (Node.Mapping) root.find("a").orElseThrow();
        Node.Sequence b = (Node.Sequence) a.find("b").orElseThrow();
        Node.Mapping item = (Node.Mapping) b.items().get(1);
        assertThat(item.find("c").orElseThrow().place()).isEqualTo(new Place("f.yaml", 4, 9, "a.b[1].c"));
        assertThat(a.entry("b").orElseThrow().keyPlace()).isEqualTo(new Place("f.yaml", 2, 3, "a.b"));
    }

    @Test
    void textStaysAsWritten() {
        Node root = Trees.parse("f", "[16 GB, 1_000, 0x1F, 1:30, yes, '5', 012]", Format.YAML);
        assertThat(((Node.Sequence) root).items())
                .allSatisfy(item -> assertThat(((Node.Scalar) item).type()).isEqualTo(Node.Type.TEXT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "YAML | 'a: 1\nb: 2\na: 3' | f:3: a: the key is given twice, first in line 1",
                "JSON | '{\"a\": 1,\n\"a\": 2}' | f:2: a: the key is given twice, first in line 1",
                "YAML | 'a: &x 1\nb: *x' | f:2: b: YAML aliases are not accepted",
                "YAML | 'a: !!str 7' | f:1: a: YAML tags are not accepted",
                "YAML | 'a: 1\n---\nb: 2' | f:3: expected the end of the file after one document",
                "JSON | '{\"a\": 1}\n{}' | f:2: expected the end of the file after one document",
                "YAML | '' | f:1: is empty",
                "YAML | '# nothing' | f:1: is empty",
                "YAML | 'a:\n - b\n- c\n' | f:3: is not YAML: ",
                "YAML | 'a: [1,\n2' | f:2: is not YAML: ",
                "JSON | '{\"a\": [1,\n2}' | f:2: is not JSON: ",
                "JSON | '{\"a\": NaN}' | f:1: is not JSON: ",
                "JSON | '{''a'': 1}' | f:1: is not JSON: ",
                "JSON | '{\"a\": 1,}' | f:1: is not JSON: ",
            })
    void refusesWithLineAndReason(Format format, String text, String message) {
        assertThatThrownBy(() -> Trees.parse("f", text, format))
                .isInstanceOf(InputException.class)
                .message()
                .startsWith(message)
                .hasLineCount(1)
                .doesNotContain("Feature", "Source", "REDACTED");
    }

    @Test
    void boundsDepthAndSize() {
        for (Format format : Format.values()) {
            assertThat(Trees.parse("f", "[".repeat(64) + "]".repeat(64), format))
                    .isNotNull();
            for (int depth : new int[] {65, 100_000}) {
                assertThatThrownBy(() -> Trees.parse("f", "[".repeat(depth) + "]".repeat(depth), format))
                        .isInstanceOf(InputException.class)
                        .hasMessage("f:1: nested deeper than 64 levels");
            }
            assertThatThrownBy(() -> Trees.parse("f", new byte[Trees.LARGEST_BYTES + 1], format))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("larger than 16777216 bytes");
        }
        assertThatThrownBy(() -> Trees.parse("f", new byte[] {'a', (byte) 0xFF}, Format.YAML))
                .hasMessage("f:1: is not UTF-8 text");
    }

    @Test
    void readsFilesAndNamesThoseItCannot(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a.json");
        Files.writeString(file, "\uFEFF{}");
        assertThat(Trees.read(file)).isInstanceOf(Node.Mapping.class);
        assertThatThrownBy(() -> Trees.read(folder.resolve("b.yaml")))
                .isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("b.yaml") + ": no such file");
        assertThatThrownBy(() -> Trees.read(folder.resolve("b.txt"))).hasMessageContaining(".yaml, .yml or .json");
        Files.createDirectory(folder.resolve("c.yaml"));
        assertThatThrownBy(() -> Trees.read(folder.resolve("c.yaml"))).hasMessageContaining("is not a file");
    }
}
