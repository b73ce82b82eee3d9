package dev.trainwright.cluster;

import java.util.List;

/**
 * All machines of a job.
 *
 * @param name for reports
 * @param pools nodes of equal type; more than one where accelerators are mixed (the slowest paces)
 * @param jitter coefficient of variation of one replica's step time, 0 where replicas run alike
 * @param economics price, power and reliability, as the user gives them
 */
public record Cluster(String name, List<Pool> pools, double jitter, Economics economics) {

    /**
     * Nodes of one type.
     *
     * @param type the machine
     * @param nodes how many, at least 1
     */
    public record Pool(NodeType type, int nodes) {
        public Pool {
            if (nodes < 1) {
                throw new IllegalArgumentException("a pool has at least one node, not " + nodes);
            }
        }
    }

    public Cluster {
        pools = List.copyOf(pools);
        if (pools.isEmpty()) {
            throw new IllegalArgumentException("a cluster has at least one node");
        }
    }

    /** Devices of all nodes. */
    public int devices() {
        int devices = 0;
        for (Pool pool : pools) {
            devices += pool.type().devices() * pool.nodes();
        }
        return devices;
    }
}
