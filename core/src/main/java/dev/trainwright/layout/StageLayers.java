package dev.trainwright.layout;

/** How many layers each pipeline stage (or chunk of one) gets when the user does not say. */
public final class StageLayers {
    private StageLayers() {}

    /** Whether {@code layers} fill {@code chunks}: the first and the last may hold the embedding or the head alone. */
    public static boolean fills(int layers, int chunks) {
        return chunks == 1 || layers + 2 >= chunks;
    }

    /** Whether chunks come out equal, with embedding and head counted as layers where that helps. */
    static boolean equal(int layers, int chunks) {
        return layers % chunks == 0 || (layers + 1) % chunks == 0 || (layers + 2) % chunks == 0;
    }

    /**
     * As even as it goes. Where layers do not divide, embedding and head are counted as layers, as Megatron-LM's options for the first and the last stage do: Llama
     * 3 405B's 126 layers over 16 x 8 chunks leave those two alone. What still does not divide goes to the chunks in the middle.
     */
    public static int[] even(int layers, int chunks) {
        int counted = layers % chunks == 0 ? layers : (layers + 1) % chunks == 0 ? layers + 1 : layers + 2;
        int[] sizes = new int[chunks];
        int rest = counted % chunks;
        int first = (chunks - rest) / 2;
        for (int i = 0; i < chunks; i++) {
            sizes[i] = counted / chunks + (i >= first && i < first + rest ? 1 : 0);
        }
        if (counted > layers) {
            sizes[chunks - 1]--;
        }
        if (counted > layers + 1) {
            sizes[0]--;
        }
        return sizes;
    }
}
