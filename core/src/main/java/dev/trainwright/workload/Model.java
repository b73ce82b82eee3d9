package dev.trainwright.workload;

/** The model of a job: a shape that costs are counted from, or a measurement that stands in for one. */
public sealed interface Model permits Transformer, ConvNet, MeasuredModel {

    /** A name for reports, such as {@code llama-3.1-8b}. */
    String name();

    /** Exact number of stored parameters (a shared tensor is counted once). */
    long parameters();
}
