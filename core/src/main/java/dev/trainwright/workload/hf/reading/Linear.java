package dev.trainwright.workload.hf.reading;

/** A linear layer with bias. */
public final class Linear {

    private Linear() {}

    /** Its parameters. */
    public static long parameters(long inputs, long outputs) {
        return inputs * outputs + outputs;
    }
}
