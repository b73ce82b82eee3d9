package dev.trainwright.train.data;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** How a text becomes token ids. */
public sealed interface Tokenizer permits NamedTokenizer, TokenizerFile {
    /** The name of the one whose tokens are bytes. */
    String BYTES = "bytes";

    /** Ids from 0, special ones included. */
    int vocabulary();

    /** The id that hides a token from a model that is to tell it, where there is one. */
    OptionalInt mask();

    /**
     * The ids of {@code text}.
     *
     * @throws CharacterCodingException when it is not UTF-8, and the tokenizer needs that
     */
    int[] encode(byte[] text) throws CharacterCodingException;

    /** Names of those that come with the program. */
    static List<String> names() {
        return Stream.of(NamedTokenizer.values()).map(NamedTokenizer::toString).toList();
    }

    /**
     * By its name, or from a {@code tokenizer.json} or the folder of one.
     *
     * @throws IllegalArgumentException for what is neither, or a file that cannot be read
     */
    static Tokenizer of(String nameOrPath) {
        for (NamedTokenizer named : NamedTokenizer.values()) {
            if (named.toString().equals(nameOrPath)) {
                return named;
            }
        }
        Path path = Path.of(nameOrPath);
        Path file = Files.isDirectory(path) ? path.resolve(TokenizerFile.NAME) : path;
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("the tokenizer " + nameOrPath + ": expected "
                    + String.join(", ", names()) + ", a " + TokenizerFile.NAME + " or the folder of one");
        }
        return TokenizerFile.read(file);
    }

    /** The characters of {@code text}. */
    static String utf8(byte[] text) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    }
}
