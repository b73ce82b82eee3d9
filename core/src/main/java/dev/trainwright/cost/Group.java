package dev.trainwright.cost;

/**
 * Ranks that take part in one collective, by how rank order places them on nodes.
 *
 * @param size members, n
 * @param perNode members that share a node
 */
public record Group(int size, int perNode) {

    /**
     * The group of {@code size} ranks that lie {@code stride} apart, on nodes of {@code devicesPerNode}: tensor parallelism has stride 1, context parallelism
     * tp, data parallelism tp x cp, the pipeline tp x cp x dp.
     */
    public static Group of(int size, int stride, int devicesPerNode) {
        int inNode = stride >= devicesPerNode ? 1 : devicesPerNode / stride;
        return new Group(size, Math.min(size, inNode));
    }

    /** Whether the group leaves the node. */
    public boolean crossesNodes() {
        return perNode < size;
    }

    /** Nodes it touches. */
    public int nodes() {
        return (size + perNode - 1) / perNode;
    }
}
