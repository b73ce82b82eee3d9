package dev.trainwright.train.data;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a text becomes token ids. */
public enum Tokenizer {
    /** Each byte is a token, as in ByT5 (Xue et al., arXiv 2105.13626). */
    BYTES(256, null),
    /** GPT-2's and GPT-3's byte pairs. */
    R50K_BASE(50_257, EncodingType.R50K_BASE),
    /** Codex's. */
    P50K_BASE(50_281, EncodingType.P50K_BASE),
    /** GPT-4's. */
    CL100K_BASE(100_277, EncodingType.CL100K_BASE),
    /** GPT-4o's. */
    O200K_BASE(200_019, EncodingType.O200K_BASE);

    private final int vocabulary;
    private final @Nullable EncodingType type;

    Tokenizer(int vocabulary, @Nullable EncodingType type) {
        this.vocabulary = vocabulary;
        this.type = type;
    }

    /** As it is written in options, and as tiktoken names it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Ids, special tokens included: what tiktoken calls {@code n_vocab}. */
    public int vocabulary() {
        return vocabulary;
    }

    /**
     * The ids of {@code text}; special tokens in it are text like any other.
     *
     * @throws CharacterCodingException when byte pairs are asked for and the text is not UTF-8
     */
    int[] encode(byte[] text) throws CharacterCodingException {
        if (type == null) {
            int[] ids = new int[text.length];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = text[i] & 0xff;
            }
            return ids;
        }
        String decoded = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(text))
                .toString();
        IntArrayList ids = Encodings.newLazyEncodingRegistry().getEncoding(type).encodeOrdinary(decoded);
        return ids.toArray();
    }
}
