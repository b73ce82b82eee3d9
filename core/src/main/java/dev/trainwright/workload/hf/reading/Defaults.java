package dev.trainwright.workload.hf.reading;

/**
 * What a configuration class of transformers holds when nothing is said. A nested object leaves out whatever equals these; the root of a file does not.
 *
 * <p>A dimension of 0 has no default here and must be given, so do key and value heads of -1.
 *
 * @param hidden hidden_size
 * @param layers num_hidden_layers
 * @param heads num_attention_heads
 * @param kvHeads num_key_value_heads, 0 where the class takes the number of heads
 * @param headSize head_dim, 0 where the class takes hidden_size / num_attention_heads
 * @param intermediate intermediate_size
 * @param vocab vocab_size
 */
public record Defaults(int hidden, int layers, int heads, int kvHeads, int headSize, int intermediate, int vocab) {

    /** Every dimension must be given; without key and value heads there are as many as heads. */
    public static final Defaults NONE = new Defaults(0, 0, 0, 0, 0, 0, 0);

    /** Every dimension must be given, key and value heads as well: the class has some number of its own. */
    public static final Defaults GROUPED = new Defaults(0, 0, 0, -1, 0, 0, 0);

    /** As {@link #GROUPED}, with heads of 128. */
    public static final Defaults GROUPED_128 = new Defaults(0, 0, 0, -1, 128, 0, 0);

    public static final Defaults LLAMA = new Defaults(4096, 32, 32, 0, 0, 11008, 32000);
    public static final Defaults MISTRAL = new Defaults(4096, 32, 32, 8, 0, 14336, 32000);
    public static final Defaults MINISTRAL_3 = new Defaults(4096, 34, 32, 8, 128, 14336, 131072);
    public static final Defaults MIXTRAL = new Defaults(4096, 32, 32, 8, 0, 14336, 32000);
    public static final Defaults QWEN_2 = new Defaults(4096, 32, 32, 32, 0, 22016, 151936);
    public static final Defaults QWEN_3 = new Defaults(4096, 32, 32, 32, 128, 22016, 151936);
    public static final Defaults QWEN_2_MOE = new Defaults(2048, 24, 16, 16, 0, 5632, 151936);
    public static final Defaults QWEN_3_MOE = new Defaults(2048, 24, 32, 4, 0, 6144, 151936);
    public static final Defaults QWEN_2_VL = new Defaults(8192, 80, 64, 8, 0, 29568, 152064);
    public static final Defaults QWEN_3_VL_MOE = new Defaults(2048, 24, 16, 16, 0, 5632, 151936);
    public static final Defaults QWEN_3_5 = new Defaults(4096, 32, 16, 4, 256, 12288, 248320);
    public static final Defaults QWEN_3_5_MOE = new Defaults(2048, 40, 16, 2, 256, 5632, 248320);
    public static final Defaults QWEN_3_NEXT = new Defaults(2048, 48, 16, 2, 256, 5632, 151936);
    public static final Defaults GPT_OSS = new Defaults(2880, 36, 64, 8, 64, 2880, 201088);
    public static final Defaults LLAMA_4 = new Defaults(5120, 48, 40, 8, 128, 8192, 202048);
    public static final Defaults MLLAMA = new Defaults(4096, 40, 32, 8, 0, 14336, 128256);
    public static final Defaults GEMMA_1 = new Defaults(3072, 28, 16, 16, 256, 24576, 256000);
    public static final Defaults GEMMA_2 = new Defaults(2304, 26, 8, 4, 256, 9216, 256000);
    public static final Defaults GEMMA_3 = new Defaults(2304, 26, 8, 4, 256, 9216, 262208);
    public static final Defaults COHERE = new Defaults(8192, 40, 64, 0, 0, 22528, 256000);
    public static final Defaults GLM = new Defaults(4096, 40, 32, 2, 128, 13696, 151552);
    public static final Defaults GLM_VISION = new Defaults(4096, 40, 32, 2, 0, 13696, 151552);
    public static final Defaults GLM_OCR = new Defaults(1024, 16, 16, 8, 0, 4096, 59392);
    public static final Defaults STABLE_LM = new Defaults(2560, 32, 32, 32, 0, 6912, 50304);
    public static final Defaults PHI_3 = new Defaults(3072, 32, 32, 0, 0, 8192, 32064);
    public static final Defaults VOXTRAL = new Defaults(3072, 30, 32, 8, 128, 8192, 131072);
    public static final Defaults VIT = new Defaults(768, 12, 12, 0, 0, 3072, 0);
    public static final Defaults PIXTRAL = new Defaults(1024, 24, 16, 0, 0, 4096, 0);
    public static final Defaults STARCODER_2 = new Defaults(3072, 30, 24, 2, 0, 12288, 49152);
}
