package dev.trainwright.train.data;

import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A text's tokens, cut into samples of a fixed length. */
public final class TextTokens implements Dataset {
    private final int[] tokens;
    private final int sequence;

    private TextTokens(int[] tokens, int sequence) {
        this.tokens = tokens;
        this.sequence = sequence;
    }

    /**
     * Reads {@code file}.
     *
     * @throws IllegalArgumentException when it cannot be read or decoded, or is too short for one sample
     */
    public static TextTokens read(Path file, Tokenizer tokenizer, int sequence) {
        try {
            int[] tokens = tokenizer.encode(Files.readAllBytes(file));
            if (tokens.length <= sequence) {
                throw new IllegalArgumentException(file + " has " + tokens.length + " tokens: a sample of " + sequence
                        + " needs " + (sequence + 1));
            }
            return new TextTokens(tokens, sequence);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    file + " is not UTF-8 text, which the tokenizer " + tokenizer + " needs", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the text " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public long size() {
        return (tokens.length - 1L) / sequence;
    }

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        long[] inputs = new long[samples.length * sequence];
        long[] targets = new long[samples.length * sequence];
        for (int i = 0; i < samples.length; i++) {
            int start = Math.toIntExact(samples[i] * sequence);
            for (int t = 0; t < sequence; t++) {
                inputs[i * sequence + t] = tokens[start + t];
                targets[i * sequence + t] = tokens[start + t + 1];
            }
        }
        return new MicroBatch(
                Tensors.of(inputs, samples.length, sequence),
                Tensors.of(targets, samples.length, sequence),
                targets.length);
    }
}
