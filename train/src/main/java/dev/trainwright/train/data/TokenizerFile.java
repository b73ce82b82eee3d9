package dev.trainwright.train.data;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A {@code tokenizer.json} (Hugging Face's tokenizers), read by that library itself. Special tokens in a text become their ids; none are added.
 *
 * @param file for messages
 * @param vocabulary one more than the largest id
 * @param mask the id of the token {@code [MASK]} or {@code <mask>}
 */
record TokenizerFile(Path file, int vocabulary, OptionalInt mask) implements Tokenizer {
    static final String NAME = "tokenizer.json";

    private static final Map<String, String> OPTIONS =
            Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false");

    // The library comes with its native code for CPUs; it shall look for no other and tell nobody that it is used.
    static {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("RUST_FLAVOR", "cpu");
    }

    static TokenizerFile read(Path file) {
        try {
            JsonNode root = new JsonMapper().readTree(Files.readAllBytes(file));
            JsonNode vocabulary = root.path("model").path("vocab");
            int largest = vocabulary.isArray() ? vocabulary.size() - 1 : -1;
            OptionalInt mask = OptionalInt.empty();
            if (vocabulary.isObject()) {
                for (Map.Entry<String, JsonNode> token : vocabulary.properties()) {
                    largest = Math.max(largest, token.getValue().asInt());
                }
            }
            for (JsonNode token : root.path("added_tokens")) {
                int id = token.path("id").asInt();
                largest = Math.max(largest, id);
                if (token.path("content").asString().matches("\\[MASK]|<mask>")) {
                    mask = OptionalInt.of(id);
                }
            }
            TokenizerFile read = new TokenizerFile(file, largest + 1, mask);
            read.open().close();
            return read;
        } catch (IOException | JacksonException e) {
            throw wrong(file, e);
        }
    }

    @Override
    public int[] encode(byte[] text) throws CharacterCodingException {
        String characters = Tokenizer.utf8(text);
        try (HuggingFaceTokenizer tokenizer = open()) {
            long[] ids = tokenizer.encode(characters).getIds();
            int[] all = new int[ids.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = Math.toIntExact(ids[i]);
            }
            return all;
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private HuggingFaceTokenizer open() {
        try (InputStream in = Files.newInputStream(file)) {
            return HuggingFaceTokenizer.newInstance(in, OPTIONS);
        } catch (IOException | RuntimeException e) {
            throw wrong(file, e);
        }
    }

    private static IllegalArgumentException wrong(Path file, Exception e) {
        return new IllegalArgumentException("the tokenizer " + file + " cannot be read: " + e.getMessage(), e);
    }
}
