package dev.trainwright.cost;

/** The parts of one device's memory. */
public enum MemoryPart {
    WEIGHTS("weights"),
    GRADIENTS("gradients"),
    OPTIMIZER_STATE("optimizer state"),
    MASTER_WEIGHTS("master weights"),
    ACTIVATIONS("activations"),
    LOGITS("logits and loss"),
    BUFFERS("gather and reduce buffers"),
    WORKSPACE("workspace"),
    CONTEXT("context and libraries"),
    SLACK("allocator slack");

    private final String label;

    MemoryPart(String label) {
        this.label = label;
    }

    /** Its name in JSON: the constant's in camel case. */
    public String key() {
        return Names.camelCase(this);
    }

    /** As reports print it. */
    public String label() {
        return label;
    }
}
