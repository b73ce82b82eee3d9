package dev.trainwright.train.data;

import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A text cut into samples of a fixed length; each byte is a token (vocabulary 256), as in ByT5 (Xue et al., arXiv 2105.13626). */
public final class TextTokens implements Dataset {
    /** Token ids of bytes. */
    public static final int VOCABULARY = 256;

    private final byte[] text;
    private final int sequence;

    private TextTokens(byte[] text, int sequence) {
        this.text = text;
        this.sequence = sequence;
    }

    /**
     * Reads {@code file}.
     *
     * @throws IllegalArgumentException when it is too short for one sample
     */
    public static TextTokens read(Path file, int sequence) {
        try {
            return of(Files.readAllBytes(file), sequence, file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the text " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    static TextTokens of(byte[] text, int sequence, String name) {
        if (text.length <= sequence) {
            throw new IllegalArgumentException(name + " has " + text.length + " bytes: a sample of " + sequence
                    + " tokens needs " + (sequence + 1));
        }
        return new TextTokens(text, sequence);
    }

    @Override
    public long size() {
        return (text.length - 1L) / sequence;
    }

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        long[] inputs = new long[samples.length * sequence];
        long[] targets = new long[samples.length * sequence];
        for (int i = 0; i < samples.length; i++) {
            int start = Math.toIntExact(samples[i] * sequence);
            for (int t = 0; t < sequence; t++) {
                inputs[i * sequence + t] = text[start + t] & 0xff;
                targets[i * sequence + t] = text[start + t + 1] & 0xff;
            }
        }
        return new MicroBatch(
                Tensors.of(inputs, samples.length, sequence),
                Tensors.of(targets, samples.length, sequence),
                targets.length);
    }
}
