package dev.trainwright.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a YAML or JSON file into a {@link Node}.
 *
 * <p>Refused: more than {@value #LARGEST_BYTES} bytes, nesting over {@value #DEEPEST} levels, text that is not UTF-8,
 * duplicate keys, YAML aliases and tags, a second document, an empty file. Each failure is an {@link InputException}.
 */
public final class Trees {

    /** The largest file read. */
    public static final int LARGEST_BYTES = 16 << 20;

    /** The deepest nesting read. */
    public static final int DEEPEST = 64;

    private Trees() {}

    /** Reads a file whose name ends in .yaml, .yml or .json. */
    public static Node read(Path file) {
        Place start = new Place(file.toString(), 0, 0, "");
        Format format = Format.of(file.toString())
                .orElseThrow(() -> InputException.of(start, "", "expected a file name ending in .yaml, .yml or .json"));
        return read(file, format);
    }

    /** Reads a file in the given notation, whatever its name. */
    public static Node read(Path file, Format format) {
        Place start = new Place(file.toString(), 0, 0, "");
        if (!Files.isRegularFile(file)) {
            throw InputException.of(start, "", Files.exists(file) ? "is not a file" : "no such file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return parse(file.toString(), in.readNBytes(LARGEST_BYTES + 1), format);
        } catch (IOException e) {
            throw InputException.of(start, "", "cannot be read: " + e);
        }
    }

    /** Reads UTF-8 bytes; {@code file} is the name that errors show. */
    public static Node parse(String file, byte[] bytes, Format format) {
        Place start = new Place(file, 1, 1, "");
        if (bytes.length > LARGEST_BYTES) {
            throw InputException.of(start, "", "larger than " + LARGEST_BYTES + " bytes");
        }
        try {
            return parse(
                    file,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString(),
                    format);
        } catch (CharacterCodingException e) {
            throw InputException.of(start, "", "is not UTF-8 text");
        }
    }

    /** Reads text; {@code file} is the name that errors show. */
    public static Node parse(String file, String text, Format format) {
        Place start = new Place(file, 1, 1, "");
        if (text.length() > LARGEST_BYTES) {
            throw InputException.of(start, "", "larger than " + LARGEST_BYTES + " characters");
        }
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return new TreeParser(start, format).parse(body);
    }
}
