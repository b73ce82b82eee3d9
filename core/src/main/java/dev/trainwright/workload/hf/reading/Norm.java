package dev.trainwright.workload.hf.reading;

/** Normalisations by how many parameters they have. */
public enum Norm {
    /** RMSNorm, and LayerNorm without bias. */
    SCALE(1),
    /** LayerNorm with bias. */
    SCALE_AND_BIAS(2),
    /** No parameters at all (OLMo 1). */
    BARE(0);

    private final int vectors;

    Norm(int vectors) {
        this.vectors = vectors;
    }

    /** Parameters of one norm over {@code width} elements. */
    public long parameters(long width) {
        return vectors * width;
    }

    public static Norm layerNorm(boolean bias) {
        return bias ? SCALE_AND_BIAS : SCALE;
    }
}
