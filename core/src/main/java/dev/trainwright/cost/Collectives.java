package dev.trainwright.cost;

/**
 * Seconds of collectives under the alpha-beta model (Thakur, Rabenseifner and Gropp 2005), the best algorithm and {@link Protocol} for the size taken as libraries do. A
 * group of n ranks with q of them in each node runs its ring inside the node at the inside link's speed and between nodes at the share q/D of the node's ports, D
 * devices a node: sibling groups use the rest at the same time. A group of one costs nothing, and neither does sending nothing.
 */
public final class Collectives {
    /** Bandwidth that reduction in the switch reaches over that of a ring: 307 of 365 GB/s on 8 H200, 561 of 675 on 4 B200 (stas00/ml-engineering's nccl-tests). */
    private static final double SWITCH_SHARE = 0.84;
    /** Latency of reduction in the switch in steps of the link: 24 us (NCCL's tuning table) over 1.9 us. */
    private static final double SWITCH_STEPS = 24 / 1.9;

    /** Bandwidth that a tree reaches inside a node over that of a ring: what 2 x 8 A100 of Azure leave it (nccl-test-log of arXiv 2412.12487), where rings win narrowly. */
    private static final double TREE_INSIDE = 0.60;
    /** The same between nodes: tensor parallelism over two of vTrain's nodes and 30.5 GB/s on 2 p4d (nccl issue 527) lie between 0.75 and 1. */
    private static final double TREE_BETWEEN = 0.80;

    private Collectives() {}

    /** All-reduce of {@code bytes} on every rank: ring 2(n-1)/n x B/bw + 2(n-1) alpha, or a double binary tree, or reduction in the switch. */
    public static double allReduce(double bytes, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double n = group.size();
        double around = 2 * (n - 1) / n * bytes / ringBandwidth(group, fabric);
        double ring = Protocol.ring(around, 2 * innerSteps(group), 2 * outerSteps(group), fabric);
        double tree = Protocol.tree(treeVolume(group, fabric, bytes), 2 * chain(group), 2 * depth(group), fabric);
        double best = Math.min(ring, tree);
        if (fabric.intraReduces() && !group.crossesNodes()) {
            double volume = bytes * (n + 1) / n / (SWITCH_SHARE * fabric.inside(group.size()));
            best = Math.min(best, volume + SWITCH_STEPS * fabric.intraLatency());
        }
        return best + fabric.callSeconds();
    }

    /** The textbook's ring alone, without protocols and the cost of the call: 2(n-1)/n x B/bw + 2(n-1) alpha. */
    public static double ringAllReduce(double bytes, Group group, Fabric fabric) {
        double n = group.size();
        double latency = innerSteps(group) * fabric.intraLatency() + outerSteps(group) * fabric.interLatency();
        return 2 * (n - 1) / n * bytes / ringBandwidth(group, fabric) + 2 * latency;
    }

    /** All-gather that leaves {@code bytes} on every rank, each having brought 1/n of it: (n-1)/n x B/bw + (n-1) alpha, in large groups the latency of a tree. */
    public static double allGather(double bytes, Group group, Fabric fabric) {
        return oneWay(bytes * fabric.engine().allGather(), group, fabric);
    }

    private static double oneWay(double bytes, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double n = group.size();
        double volume = (n - 1) / n * bytes / ringBandwidth(group, fabric);
        double ring = Protocol.ring(volume, innerSteps(group), outerSteps(group), fabric);
        double tree = Protocol.tree(volume, 2 * chain(group), 2 * depth(group), fabric);
        return Math.min(ring, tree) + fabric.callSeconds();
    }

    /** Reduce-scatter of {@code bytes} on every rank, 1/n of the sum left on each: as {@link #allGather}. */
    public static double reduceScatter(double bytes, Group group, Fabric fabric) {
        return oneWay(bytes * fabric.engine().reduceScatter(), group, fabric);
    }

    /** All-to-all in which every rank holds {@code bytes} and sends an equal share to each: inside and between nodes at the same time. */
    public static double allToAll(double bytes, Group group, Fabric fabric) {
        if (group.size() == 1 || bytes == 0) {
            return 0;
        }
        double n = group.size();
        double q = group.perNode();
        double inside = bytes * (q - 1) / n / fabric.inside(group.perNode());
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
        double inside = bytes * topK * (q - 1) / q / fabric.inside(group.perNode());
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
                : bytes * fabric.engine().pointToPoint() / fabric.inside(2)
                        + fabric.intraLatency()
                        + fabric.callSeconds();
    }

    private static double ringBandwidth(Group group, Fabric fabric) {
        double between = portsOf(group, fabric);
        if (group.perNode() == 1) {
            return between;
        }
        double inside = fabric.inside(group.perNode());
        return group.crossesNodes() ? Math.min(inside, between) : inside;
    }

    private static double portsOf(Group group, Fabric fabric) {
        return fabric.interBandwidth() * group.perNode() / fabric.devicesPerNode();
    }

    /** Steps of a ring that leave a node, of its n - 1. */
    private static int outerSteps(Group group) {
        return group.crossesNodes() ? Math.min(group.nodes(), group.size() - 1) : 0;
    }

    private static int innerSteps(Group group) {
        return group.size() - 1 - outerSteps(group);
    }

    /** Steps along a node's members: trees of libraries are chains there. */
    private static int chain(Group group) {
        return group.perNode() - 1;
    }

    /** Steps from a tree's leaves to its root over the nodes. */
    private static int depth(Group group) {
        return group.crossesNodes() ? log2(group.nodes()) : 0;
    }

    /**
     * A double binary tree: inside a node a chain carries B up and B down; between nodes a node sends 2 B when it is a leaf of one tree and has two children in the
     * other (Sanders, Speck and Traeff 2009). Of two nodes each is the root of one tree and the leaf of the other: half of B goes up and half comes down.
     */
    private static double treeVolume(Group group, Fabric fabric, double bytes) {
        double inside = group.perNode() > 1 ? 2 * bytes / (TREE_INSIDE * fabric.inside(group.perNode())) : 0;
        double copies = group.nodes() == 2 ? 1 : 2;
        double between = group.crossesNodes() ? copies * bytes / (TREE_BETWEEN * portsOf(group, fabric)) : 0;
        return Math.max(inside, between);
    }

    private static int log2(int n) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
    }
}
