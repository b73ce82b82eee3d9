package dev.trainwright.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.knuddels.jtokkit.Encodings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Tokenizers from files in Hugging Face's format, which are written here. */
class TokenizerFileTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    /** tiktoken prints 31373 and 995 for "hello world" in r50k_base; a whole text is held against another implementation of it. */
    @Test
    void bytePairsOfGpt2() throws IOException {
        Tokenizer tokenizer = Tokenizer.of(write(gpt2()).toString());
        assertThat(tokenizer.vocabulary()).isEqualTo(50_257);
        assertThat(tokenizer.mask()).isEmpty();
        assertThat(tokenizer.encode(bytes("hello world"))).containsExactly(31373, 995);
        assertThat(tokenizer.encode(bytes("hello world<|endoftext|>"))).containsExactly(31373, 995, 50256);
        byte[] odd = bytes("na\u00efve  \u20ac 12,345\n\n\t\ud83d\ude00 it's");
        assertThat(tokenizer.encode(odd)).isEqualTo(NamedTokenizer.R50K_BASE.encode(odd));
        Path text = Path.of("/usr/share/common-licenses/GPL-3");
        assumeTrue(Files.isReadable(text), "Debian's base-files is not installed");
        byte[] whole = Files.readAllBytes(text);
        assertThat(tokenizer.encode(whole)).isEqualTo(NamedTokenizer.R50K_BASE.encode(whole));
    }

    /** "unaffable" is the example in the comments of BERT's own tokenization.py: un, ##aff, ##able. */
    @Test
    void wordPiecesOfBert() throws IOException {
        write(wordPieces());
        Tokenizer tokenizer = Tokenizer.of(folder.toString());
        assertThat(tokenizer.vocabulary()).isEqualTo(5);
        assertThat(tokenizer.mask()).hasValue(4);
        assertThat(tokenizer.encode(bytes("Unaffable [MASK] affable"))).containsExactly(1, 2, 3, 4, 0);
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        assertThatThrownBy(() -> Tokenizer.of("gpt2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the tokenizer gpt2: expected bytes, r50k_base")
                .hasMessageContaining("a tokenizer.json or the folder of one");
        Path cut = write(wordPieces());
        Files.writeString(cut, Files.readString(cut).substring(0, 200));
        assertThatThrownBy(() -> Tokenizer.of(cut.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the tokenizer " + cut + " cannot be read");
        Path other = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");
        assertThatThrownBy(() -> Tokenizer.of(other.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the tokenizer " + other + " cannot be read");
    }

    private Path write(Map<String, Object> tokenizer) throws IOException {
        return Files.write(folder.resolve("tokenizer.json"), JSON.writeValueAsBytes(tokenizer));
    }

    private static Map<String, Object> wordPieces() {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("type", "WordPiece");
        model.put("unk_token", "[UNK]");
        model.put("continuing_subword_prefix", "##");
        model.put("max_input_chars_per_word", 100);
        model.put("vocab", Map.of("[UNK]", 0, "un", 1, "##aff", 2, "##able", 3, "[MASK]", 4));
        return tokenizer(
                Map.of("type", "BertNormalizer", "clean_text", true, "handle_chinese_chars", true, "lowercase", true),
                Map.of("type", "BertPreTokenizer"),
                model,
                "[MASK]",
                4);
    }

    /** From the ranks of r50k_base in jtokkit's archive: a token is merged of the two parts that all lower ranks leave of it. */
    private static Map<String, Object> gpt2() throws IOException {
        Map<String, Integer> ranks = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(
                Encodings.class.getResourceAsStream("/com/knuddels/jtokkit/r50k_base.tiktoken"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n", -1)) {
                if (!line.isEmpty()) {
                    String[] words = line.split(" ", -1);
                    ranks.put(
                            new String(Base64.getDecoder().decode(words[0]), StandardCharsets.ISO_8859_1),
                            Integer.valueOf(words[1]));
                }
            }
        }
        Map<Character, Character> shown = shownBytes();
        Map<String, Integer> vocabulary = new LinkedHashMap<>();
        List<List<String>> merges = new ArrayList<>();
        ranks.forEach((token, rank) -> {
            vocabulary.put(shown(token, shown), rank);
            if (token.length() > 1) {
                merges.add(parts(token, rank, ranks).stream()
                        .map(part -> shown(part, shown))
                        .toList());
            }
        });
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("type", "BPE");
        model.put("vocab", vocabulary);
        model.put("merges", merges);
        Map<String, Object> bytes =
                Map.of("type", "ByteLevel", "add_prefix_space", false, "trim_offsets", true, "use_regex", true);
        return tokenizer(null, bytes, model, "<|endoftext|>", 50256);
    }

    private static List<String> parts(String token, int below, Map<String, Integer> ranks) {
        List<String> parts = new ArrayList<>();
        token.chars().forEach(c -> parts.add(String.valueOf((char) c)));
        while (parts.size() > 2) {
            int best = 0;
            int lowest = below;
            for (int i = 0; i + 1 < parts.size(); i++) {
                int rank = ranks.getOrDefault(parts.get(i) + parts.get(i + 1), below);
                if (rank < lowest) {
                    lowest = rank;
                    best = i;
                }
            }
            parts.set(best, parts.get(best) + parts.remove(best + 1));
        }
        return parts;
    }

    /** GPT-2's characters for bytes: printable ones stand for themselves, the others for 256 and on. */
    private static Map<Character, Character> shownBytes() {
        Map<Character, Character> shown = new HashMap<>();
        int next = 256;
        for (char b = 0; b < 256; b++) {
            boolean printable = (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
            shown.put(b, printable ? b : (char) next++);
        }
        return shown;
    }

    private static String shown(String token, Map<Character, Character> shown) {
        StringBuilder text = new StringBuilder();
        token.chars().forEach(c -> text.append(shown.get((char) c)));
        return text.toString();
    }

    private static Map<String, Object> tokenizer(
            @org.jspecify.annotations.Nullable Object normalizer,
            Object preTokenizer,
            Object model,
            String special,
            int id) {
        Map<String, Object> added = new LinkedHashMap<>();
        added.put("id", id);
        added.put("content", special);
        for (String flag : List.of("single_word", "lstrip", "rstrip", "normalized")) {
            added.put(flag, false);
        }
        added.put("special", true);
        Map<String, Object> tokenizer = new LinkedHashMap<>();
        tokenizer.put("version", "1.0");
        tokenizer.put("added_tokens", List.of(added));
        tokenizer.put("normalizer", normalizer);
        tokenizer.put("pre_tokenizer", preTokenizer);
        tokenizer.put("model", model);
        return tokenizer;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
