package dev.trainwright.train.data;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Tokenizers that come with the program. */
enum NamedTokenizer implements Tokenizer {
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

    NamedTokenizer(int vocabulary, @Nullable EncodingType type) {
        this.vocabulary = vocabulary;
        this.type = type;
    }

    /** As it is written in options, and as tiktoken names it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Special tokens included: what tiktoken calls {@code n_vocab}. */
    @Override
    public int vocabulary() {
        return vocabulary;
    }

    @Override
    public OptionalInt mask() {
        return OptionalInt.empty();
    }

    /** The ids of {@code text}; special tokens in it are text like any other. */
    @Override
    public int[] encode(byte[] text) throws CharacterCodingException {
        if (type == null) {
            int[] ids = new int[text.length];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = text[i] & 0xff;
            }
            return ids;
        }
        IntArrayList ids = Encodings.newLazyEncodingRegistry().getEncoding(type).encodeOrdinary(Tokenizer.utf8(text));
        return ids.toArray();
    }
}
