package dev.trainwright.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids as tiktoken gives them: "hello world" from its README and tests, "tiktoken is great!" from OpenAI's cookbook, "How to count tokens with tiktoken". */
class TokenizerTest {
    @TempDir
    private Path folder;

    @Test
    void asTiktoken() throws CharacterCodingException {
        assertThat(NamedTokenizer.R50K_BASE.encode(bytes("hello world"))).containsExactly(31373, 995);
        assertThat(NamedTokenizer.CL100K_BASE.encode(bytes("hello world"))).containsExactly(15339, 1917);
        assertThat(NamedTokenizer.O200K_BASE.encode(bytes("hello world"))).containsExactly(24912, 2375);
        assertThat(NamedTokenizer.CL100K_BASE.encode(bytes("tiktoken is great!")))
                .containsExactly(83, 1609, 5963, 374, 2294, 0);
        assertThat(NamedTokenizer.P50K_BASE.encode(bytes("hello world"))).containsExactly(31373, 995);
    }

    /** What tiktoken would refuse or make one token of: here it is text. */
    @Test
    void specialTokensAreText() throws CharacterCodingException {
        assertThat(NamedTokenizer.R50K_BASE.encode(bytes("<|endoftext|>")))
                .doesNotContain(50256)
                .hasSizeGreaterThan(3);
    }

    @Test
    void bytesAreTokens() throws CharacterCodingException {
        assertThat(NamedTokenizer.BYTES.encode(bytes("a\u00e4"))).containsExactly(0x61, 0xc3, 0xa4);
    }

    @Test
    void saysWhatIsWrongWithAText() throws IOException {
        Path file = Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xe4, 'b'});
        assertThatThrownBy(() -> TextTokens.read(file, NamedTokenizer.CL100K_BASE, 1))
                .hasMessageContaining(file + " is not UTF-8 text, which the tokenizer cl100k_base needs");
        assertThatThrownBy(() -> TextTokens.read(file, NamedTokenizer.BYTES, 3))
                .hasMessageContaining("has 3 tokens: a sample of 3 needs 4");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
