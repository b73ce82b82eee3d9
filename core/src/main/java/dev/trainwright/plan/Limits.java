package dev.trainwright.plan;

/**
 * What the search may choose; {@link #NONE} leaves all of it open.
 *
 * @param tensorAcrossNodes whether tensor parallelism may leave a node
 * @param fewerNodes whether part of the cluster may stay idle
 * @param tp largest tensor-parallel degree
 * @param pp most pipeline stages
 * @param cp largest context-parallel degree
 * @param ep largest expert-parallel degree
 * @param microBatch largest micro-batch
 */
public record Limits(boolean tensorAcrossNodes, boolean fewerNodes, int tp, int pp, int cp, int ep, long microBatch) {

    /** Tensor parallelism inside a node, all nodes at work, and everything else open. */
    public static final Limits NONE = new Limits(
            false, false, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
}
