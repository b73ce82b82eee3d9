package dev.trainwright.spine;

import java.util.List;

/**
 * Bytes of model states per parameter under a way of training. Several are in use for "mixed precision with Adam": a
 * figure means nothing without its recipe.
 *
 * @param name in lower case with hyphens, its bytes last
 * @param weightBytes weights that forward and backward use
 * @param gradientBytes gradients
 * @param optimizerBytes what ZeRO-1 shards: Adam's two moments, master weights, and gradients in the optimizer's format
 * @param composition the bytes in words
 * @param source where the recipe is described
 */
public record Recipe(
        String name,
        double weightBytes,
        double gradientBytes,
        double optimizerBytes,
        String composition,
        String source) {

    private static final String ZERO = "Rajbhandari et al. 2020, arXiv 1910.02054, section 3.1";
    private static final String MEGATRON = "Megatron Core user guide, distributed optimizer, bytes per parameter";

    /** Known recipes, fewest bytes first. */
    public static final List<Recipe> ALL = List.of(
            new Recipe("weights-16bit-2", 2, 0, 0, "16-bit weights alone", "inference"),
            new Recipe("weights-fp32-4", 4, 0, 0, "fp32 weights alone", "the project's worked examples, cell E"),
            new Recipe(
                    "adam-16bit-8",
                    2,
                    2,
                    4,
                    "weights, gradients and both moments of Adam in 16 bits; no master weights",
                    "Hugging Face accelerate, model memory estimator"),
            new Recipe("adam-fp32-16", 4, 4, 8, "fp32 weights and gradients, fp32 moments", MEGATRON),
            new Recipe(
                    "mixed-adam-16", 2, 2, 12, "16-bit weights and gradients; fp32 master weights and moments", ZERO),
            new Recipe(
                    "mixed-adam-18",
                    2,
                    4,
                    12,
                    "16-bit weights, fp32 gradients; fp32 master weights and moments",
                    MEGATRON),
            new Recipe(
                    "mixed-adam-20",
                    2,
                    2,
                    16,
                    "16-bit weights and gradients; fp32 gradients, master weights and moments",
                    MEGATRON));

    /** All bytes of a parameter. */
    public double bytesPerParameter() {
        return weightBytes + gradientBytes + optimizerBytes;
    }

    /** The recipe of this name; the caller knows it exists. */
    public static Recipe named(String name) {
        return ALL.stream()
                .filter(recipe -> recipe.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
