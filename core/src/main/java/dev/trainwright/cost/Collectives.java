package dev.trainwright.cost;

/**
 * Seconds of collectives under the alpha-beta model (Thakur, Rabenseifner and Gropp 2005), the best algorithm for the size taken as libraries do. A group of n
 * ranks with q of them in each node runs its ring inside the node at the inside link's speed and between nodes at the share q/D of the node's ports, D devices
 * a node: sibling groups use the rest at the same time. Volume and latency of rings and trees combine as {@link Fabric#piped} says. A group of one costs nothing, and neither does sending nothing.
 */
public final class Collectives {
    private Collectives() {}

    /** All-reduce of {@code bytes} on every rank: ring 2(n-1)/n x B/bw + 2(n-1) alpha, or a double binary tree, or reduction in the switch. */
    public static double allReduce(double bytes, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double n = group.size();
        double ring = ringAllReduce(bytes, group, fabric);
        double tree = fabric.piped(treeVolume(group, fabric, bytes), 2 * treeLatency(group, fabric));
        double best = Math.min(ring, tree);
        if (fabric.intraReduces() && !group.crossesNodes()) {
            double volume = bytes * (n + 1) / n / fabric.intraBandwidth();
            best = Math.min(best, fabric.piped(volume, 2 * fabric.intraLatency()));
        }
        return best + fabric.callSeconds();
    }

    /** The ring alone, without the cost of the call: 2(n-1)/n x B/bw + 2(n-1) alpha. */
    public static double ringAllReduce(double bytes, Group group, Fabric fabric) {
        double n = group.size();
        return fabric.piped(
                2 * (n - 1) / n * bytes / ringBandwidth(group, fabric), 2 * ringLatency(group, fabric));
    }

    /** All-gather that leaves {@code bytes} on every rank, each having brought 1/n of it: (n-1)/n x B/bw + (n-1) alpha. */
    public static double allGather(double bytes, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double n = group.size();
        double latency = Math.min(ringLatency(group, fabric), 2 * treeLatency(group, fabric));
        return fabric.piped((n - 1) / n * bytes / ringBandwidth(group, fabric), latency) + fabric.callSeconds();
    }

    /** Reduce-scatter of {@code bytes} on every rank, 1/n of the sum left on each: as {@link #allGather}. */
    public static double reduceScatter(double bytes, Group group, Fabric fabric) {
        return allGather(bytes, group, fabric);
    }

    /** All-to-all in which every rank holds {@code bytes} and sends an equal share to each: inside and between nodes at the same time. */
    public static double allToAll(double bytes, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double n = group.size();
        double q = group.perNode();
        double inside = bytes * (q - 1) / n / fabric.intraBandwidth();
        double between = bytes * (n - q) / n / (fabric.interBandwidth() / fabric.devicesPerNode());
        return Math.max(inside, between) + allToAllLatency(group, fabric);
    }

    /**
     * Dispatch (or combine) of a mixture of experts: every rank sends each of its tokens to {@code topK} experts spread evenly over the group. Between nodes a token travels
     * once for each node that holds any of its experts, and is dealt out inside (DeepSeek-V3, arXiv 2412.19437, section 3.2.2).
     *
     * @param bytes of one rank's tokens, each counted once
     */
    public static double expertExchange(double bytes, int topK, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double q = group.perNode();
        double nodes = group.nodes();
        double reached = nodes * (1 - Math.pow(1 - 1 / nodes, topK)) * (nodes - 1) / nodes;
        double inside = bytes * topK * (q - 1) / q / fabric.intraBandwidth();
        double between = bytes * reached / (fabric.interBandwidth() / fabric.devicesPerNode());
        return Math.max(inside, between) + allToAllLatency(group, fabric);
    }

    private static double allToAllLatency(Group group, Fabric fabric) {
        double inside = group.perNode() > 1 ? fabric.intraLatency() : 0;
        return inside + (group.crossesNodes() ? fabric.interLatency() : 0) + fabric.callSeconds();
    }

    /** One message of {@code bytes} from one rank to another, which share a node or do not. */
    public static double pointToPoint(double bytes, boolean crossesNodes, Fabric fabric) {
        return crossesNodes
                ? bytes / (fabric.interBandwidth() / fabric.devicesPerNode())
                        + fabric.interLatency()
                        + fabric.callSeconds()
                : bytes / fabric.intraBandwidth() + fabric.intraLatency() + fabric.callSeconds();
    }

    private static double ringBandwidth(Group group, Fabric fabric) {
        double between = portsOf(group, fabric);
        if (group.perNode() == 1) {
            return between;
        }
        return group.crossesNodes() ? Math.min(fabric.intraBandwidth(), between) : fabric.intraBandwidth();
    }

    private static double portsOf(Group group, Fabric fabric) {
        return fabric.interBandwidth() * group.perNode() / fabric.devicesPerNode();
    }

    private static double ringLatency(Group group, Fabric fabric) {
        int nodes = group.nodes();
        int between = group.crossesNodes() ? nodes : 0;
        int steps = group.size() - 1;
        int outer = Math.min(between, steps);
        return (steps - outer) * fabric.intraLatency() + outer * fabric.interLatency();
    }

    private static double treeLatency(Group group, Fabric fabric) {
        double inside = group.perNode() > 1 ? log2(group.perNode()) * fabric.intraLatency() : 0;
        double between = group.crossesNodes() ? log2(group.nodes()) * fabric.interLatency() : 0;
        return inside + between;
    }

    /**
     * A double binary tree: inside a node a chain carries B up and B down; between nodes a node sends B when there are two of them and 2 B when it is a leaf of one tree
     * and has two children in the other (Sanders, Speck and Traeff 2009). On two nodes that is half of what a ring sends, which is why bus bandwidth can then exceed
     * the wire.
     */
    private static double treeVolume(Group group, Fabric fabric, double bytes) {
        double inside = group.perNode() > 1 ? 2 * bytes / fabric.intraBandwidth() : 0;
        double between = group.crossesNodes() ? (group.nodes() == 2 ? 1 : 2) * bytes / portsOf(group, fabric) : 0;
        return Math.max(inside, between);
    }

    private static double log2(int n) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
    }
}
