package dev.trainwright.cost;

/**
 * The terms that partition an iteration's wall time on the rank that paces it. Each instant belongs to one term; communication counts only where nothing
 * hides it. A forecast and a measured run use the same terms; the total is their sum in this order.
 */
public enum Term {
    FORWARD("compute", "forward"),
    BACKWARD("compute", "backward"),
    RECOMPUTE("compute", "recompute"),
    DATA_PARALLEL("communication", "data parallel"),
    TENSOR_PARALLEL("communication", "tensor parallel"),
    PIPELINE_PARALLEL("communication", "pipeline"),
    CONTEXT_PARALLEL("communication", "context parallel"),
    EXPERT_PARALLEL("communication", "expert parallel"),
    BUBBLE("bubble", "bubble"),
    STRAGGLER("straggler", "straggler wait"),
    OPTIMIZER("optimizer", "optimizer"),
    OFFLOAD("offload", "offload"),
    INPUT("input", "input wait"),
    CHECKPOINT("checkpoint", "checkpoint");

    private final String group;
    private final String label;

    Term(String group, String label) {
        this.group = group;
        this.label = label;
    }

    /** The branch of the tree it hangs on: compute, communication, bubble, ... */
    public String group() {
        return group;
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
