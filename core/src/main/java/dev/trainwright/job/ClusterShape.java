package dev.trainwright.job;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Economics;
import dev.trainwright.cluster.Host;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.cluster.Source;
import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import dev.trainwright.workload.NumberFormat;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The cluster part of a job file. */
final class ClusterShape {

    private static final int MOST = 1 << 20;
    private static final String BOX = "box-";
    private static final String UNKNOWN = "unknown";

    private static final Field<String> NAME =
            Field.optional("name", Kinds.text("a name"), "what it is made of", "Its name in reports.", "our cluster");
    private static final Field<Integer> NODES =
            Field.defaulted("nodes", Kinds.integer("nodes", 1), "1", "one machine", "How many nodes.", "8");
    private static final Field<Integer> DEVICES = Field.optional(
            "devices", Kinds.integer("devices", 1), "given by the nodes", "How many boxes of one device each.", "4");
    private static final Field<Price> PRICE =
            Field.optional("price", Kinds.price(), "no cost is given", "One device for one hour.", "2.50 USD/h");
    private static final Field<Price> NODE_PRICE =
            Field.optional("nodePrice", Kinds.price(), "no cost is given", "One node for one hour.", "98.32 USD/h");
    private static final Field<Double> POWER = Field.optional(
            "power",
            Kinds.positive(Dimension.WATTS),
            "as the catalogue says",
            "Power of one device at full load.",
            "500 W");
    private static final Field<Double> JITTER = Field.defaulted(
            "jitter",
            Kinds.ratio(0, 1),
            "0 %",
            "what equal machines show is part of the calibration",
            "Coefficient of variation of one replica's step time.",
            "3 %");
    private static final Field<Double> DEVICE_MTBF = seconds(
            "deviceMtbf",
            "hours are forecast without failures only",
            "Mean time between failures of one device; the cluster's is that divided by its devices.",
            "50_000 h");
    private static final Field<Double> CHECKPOINT =
            seconds("checkpoint", "hours are forecast without failures only", "Time to write one checkpoint.", "60 s");
    private static final Field<Double> RESTART =
            seconds("restart", "0 s", "Time from a failure to the first useful step.", "10 min");

    private final Field<NodeType> node;
    private final Field<List<Cluster.Pool>> pools;
    private final Field<Accelerator> accelerator;
    private final Field<Link> link;

    private ClusterShape(Catalogue catalogue) {
        node = Field.optional("node", catalogue.nodeKind(), "given in another way", "The kind of node.", "dgx-h100");
        accelerator = Field.optional(
                "accelerator",
                catalogue.acceleratorKind(),
                "unknown, which serves for measured workloads only",
                "The device in each box.",
                "rtx-4090");
        link = Field.optional(
                "link",
                catalogue.linkKind(),
                "unknown, which serves where the communication is measured",
                "The network port of each box.",
                "10GbE");
        pools = Field.optional(
                "pools",
                Kinds.list(pool(catalogue), 1),
                "given in another way",
                "Nodes of several kinds; the slowest device paces.",
                "[{node: dgx-a100-80gb, nodes: 2}, {node: dgx-h100, nodes: 2}]");
    }

    static Shape<Cluster> of(Catalogue catalogue) {
        ClusterShape shape = new ClusterShape(catalogue);
        return new Shape<>(
                "cluster",
                "On what it is trained: nodes of one kind, pools of several kinds, or boxes of one device each.",
                List.of(
                        NAME,
                        shape.node,
                        NODES,
                        shape.pools,
                        DEVICES,
                        shape.accelerator,
                        shape.link,
                        PRICE,
                        NODE_PRICE,
                        POWER,
                        JITTER,
                        DEVICE_MTBF,
                        CHECKPOINT,
                        RESTART),
                List.of(
                        Rule.exactlyOne(shape.node, shape.pools, DEVICES),
                        Rule.needs(NODES, shape.node),
                        Rule.needs(shape.accelerator, DEVICES),
                        Rule.needs(shape.link, DEVICES),
                        Rule.atMostOne(PRICE, NODE_PRICE),
                        Rule.needs(DEVICE_MTBF, CHECKPOINT),
                        Rule.needs(CHECKPOINT, DEVICE_MTBF),
                        Rule.needs(RESTART, DEVICE_MTBF)),
                shape::cluster);
    }

    private static Shape<Cluster.Pool> pool(Catalogue catalogue) {
        Field<NodeType> type = Field.required("node", catalogue.nodeKind(), "The kind of node.", "dgx-h100");
        Field<Integer> nodes = Field.required("nodes", Kinds.integer("nodes", 1), "How many.", "2");
        return new Shape<>(
                "pool",
                "Nodes of one kind.",
                List.of(type, nodes),
                List.of(),
                v -> new Cluster.Pool(v.get(type), v.get(nodes)));
    }

    private Cluster cluster(Values v) {
        List<Cluster.Pool> machines = v.find(pools).orElseGet(() -> List.of(single(v)));
        requireNetwork(v, machines);
        if (v.has(POWER)) {
            double watts = v.get(POWER);
            machines = machines.stream().map(pool -> powered(pool, watts)).toList();
        }
        long devices = machines.stream()
                .mapToLong(pool -> (long) pool.nodes() * pool.type().devices())
                .sum();
        if (devices > MOST) {
            throw new IllegalArgumentException(devices + " devices; expected " + MOST + " at most");
        }
        String name = v.find(NAME).orElse(describe(machines));
        return new Cluster(name, machines, v.get(JITTER), economics(v, machines));
    }

    private void requireNetwork(Values v, List<Cluster.Pool> machines) {
        long nodes = machines.stream().mapToLong(Cluster.Pool::nodes).sum();
        machines.stream()
                .map(Cluster.Pool::type)
                .filter(type -> nodes > 1 && type.interLink() == null)
                .findFirst()
                .ifPresent(type -> {
                    String message = type.name() + " has no network, and there are " + nodes
                            + " nodes; expected a node with interLink and nics";
                    throw Draft.refusal(v, v.has(pools) ? pools : node, message);
                });
    }

    private Cluster.Pool single(Values v) {
        return v.has(node) ? new Cluster.Pool(v.get(node), v.get(NODES)) : new Cluster.Pool(box(v), v.get(DEVICES));
    }

    private NodeType box(Values v) {
        Accelerator device = v.find(accelerator).orElseGet(() -> unknownDevice(v));
        Link port = v.find(link).orElseGet(() -> unknownLink(v));
        String name = "box with one " + device.name();
        return new NodeType(BOX + device.id(), name, List.of(), device, 1, null, 0, port, 1, Host.UNKNOWN, here(v));
    }

    /** A device of which nothing is known but that it never limits: measured workloads need no more. */
    private static Accelerator unknownDevice(Values v) {
        Map<NumberFormat, Double> peaks = new EnumMap<>(NumberFormat.class);
        Arrays.stream(NumberFormat.values()).forEach(format -> peaks.put(format, Double.POSITIVE_INFINITY));
        double any = Double.POSITIVE_INFINITY;
        return new Accelerator(UNKNOWN, "unknown device", "", List.of(), any, any, peaks, any, 0, 0, 0, here(v));
    }

    /** A link of which nothing is known but that it never limits: a measured synchronisation needs no more. */
    private static Link unknownLink(Values v) {
        double any = Double.POSITIVE_INFINITY;
        return new Link(UNKNOWN, "unknown link", Link.Kind.LOOPBACK, List.of(), any, 1, 0, false, here(v));
    }

    /** Whether the job gave a number of boxes and not a kind of node. */
    static boolean boxes(Cluster cluster) {
        return cluster.pools().get(0).type().id().startsWith(BOX);
    }

    /** Whether something is known of every device. */
    static boolean devicesKnown(Cluster cluster) {
        return cluster.pools().stream()
                .noneMatch(pool -> pool.type().accelerator().id().equals(UNKNOWN));
    }

    /** Whether devices that synchronise have a link of which something is known, or none at all. */
    static boolean linksKnown(Cluster cluster) {
        return cluster.devices() == 1
                || cluster.pools().stream()
                        .map(pool -> pool.type().interLink())
                        .noneMatch(port -> port != null && port.id().equals(UNKNOWN));
    }

    private static Source here(Values v) {
        return new Source(v.place().file(), "", "");
    }

    private static Cluster.Pool powered(Cluster.Pool pool, double watts) {
        NodeType n = pool.type();
        Accelerator a = n.accelerator();
        Accelerator powered = new Accelerator(
                a.id(),
                a.name(),
                a.vendor(),
                a.aliases(),
                a.memoryBytes(),
                a.memoryBandwidth(),
                a.peak(),
                a.vectorPeak(),
                a.cacheBytes(),
                a.units(),
                watts,
                a.source());
        NodeType type = new NodeType(
                n.id(),
                n.name(),
                n.aliases(),
                powered,
                n.devices(),
                n.intraLink(),
                n.meshPeers(),
                n.interLink(),
                n.nics(),
                n.host(),
                n.source());
        return new Cluster.Pool(type, pool.nodes());
    }

    private static String describe(List<Cluster.Pool> pools) {
        return pools.stream()
                .map(pool -> pool.nodes() + " x " + pool.type().name())
                .collect(Collectors.joining(" + "));
    }

    private static Economics economics(Values v, List<Cluster.Pool> pools) {
        Price price = v.find(PRICE).orElse(null);
        if (v.has(NODE_PRICE)) {
            int devices = pools.get(0).type().devices();
            if (pools.stream().anyMatch(pool -> pool.type().devices() != devices)) {
                throw Draft.refusal(v, NODE_PRICE, "the pools have nodes of unequal size; give price, for one device");
            }
            Price node = v.get(NODE_PRICE);
            price = new Price(node.perHour() / devices, node.currency());
        }
        return new Economics(
                price == null ? null : price.perHour(),
                price == null ? null : price.currency(),
                v.find(DEVICE_MTBF).orElse(null),
                v.find(CHECKPOINT).orElse(null),
                v.find(RESTART).orElse(null));
    }

    private static Field<Double> seconds(String name, String meaning, String doc, String example) {
        return Field.optional(name, Kinds.nonNegative(Dimension.SECONDS), meaning, doc, example);
    }
}
