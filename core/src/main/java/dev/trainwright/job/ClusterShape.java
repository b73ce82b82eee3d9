package dev.trainwright.job;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Economics;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import java.util.List;

/** The cluster of a job file: nodes from a catalogue or described in place. */
final class ClusterShape {
    private static final Field<Price> PRICE = Field.optional(
            "price", Kinds.price(), "no cost is forecast", "What one device costs for one hour.", "2.50 USD/h");
    private static final Field<Double> JITTER = Field.defaulted(
            "jitter",
            Kinds.ratio(0, 1),
            "0",
            "equal machines; what replicas differ by anyway is part of the calibration",
            "Coefficient of variation of one replica's step time.",
            "5 %");
    private static final Field<Double> MTBF =
            seconds("deviceMtbf", "no failures are forecast", "Mean time between failures of one device.", "50000 h");
    private static final Field<Double> CHECKPOINT =
            seconds("checkpoint", "no failures are forecast", "Time to write one checkpoint.", "60 s");
    private static final Field<Double> RESTART =
            seconds("restart", "0 s", "Time from a failure to the first useful step.", "10 min");

    private final Field<NodeType> node;
    private final Field<Integer> nodes =
            Field.defaulted("nodes", Kinds.integer("nodes", 1), "1", "one machine", "How many of them.", "8");
    private final Field<List<Cluster.Pool>> pools;

    private ClusterShape(Catalogue catalogue) {
        node = Field.optional(
                "node",
                catalogue.nodeKind(),
                "given as pools",
                "The machine: a catalogue name, or one in place.",
                "dgx-h100");
        Field<NodeType> type = Field.required("node", catalogue.nodeKind(), "The machine.", "dgx-a100-80gb");
        Shape<Cluster.Pool> pool = new Shape<>(
                "pool",
                "Nodes of one kind.",
                List.of(type, nodes),
                List.of(),
                v -> new Cluster.Pool(v.get(type), v.get(nodes)));
        pools = Field.optional(
                "pools",
                Kinds.list(pool, 1),
                "all nodes are alike",
                "Nodes of several kinds; the slowest device paces all.",
                "[{node: dgx-h100, nodes: 2}]");
    }

    /** The shape of a cluster whose machines come from {@code catalogue}. */
    static Shape<Cluster> of(Catalogue catalogue) {
        ClusterShape shape = new ClusterShape(catalogue);
        return new Shape<>(
                "cluster",
                "On what it is trained.",
                List.of(shape.node, shape.nodes, shape.pools, PRICE, JITTER, MTBF, CHECKPOINT, RESTART),
                List.of(
                        Rule.exactlyOne(shape.node, shape.pools),
                        Rule.needs(MTBF, CHECKPOINT),
                        Rule.needs(CHECKPOINT, MTBF),
                        Rule.needs(RESTART, MTBF)),
                shape::cluster);
    }

    private Cluster cluster(Values v) {
        List<Cluster.Pool> all = v.find(pools).orElseGet(() -> List.of(new Cluster.Pool(v.get(node), v.get(nodes))));
        Price price = v.find(PRICE).orElse(null);
        return new Cluster(
                name(all),
                all,
                v.get(JITTER),
                new Economics(
                        price == null ? null : price.perHour(),
                        price == null ? null : price.currency(),
                        v.find(MTBF).orElse(null),
                        v.find(CHECKPOINT).orElse(null),
                        v.find(RESTART).orElse(null)));
    }

    private static String name(List<Cluster.Pool> pools) {
        return String.join(
                " + ",
                pools.stream().map(p -> p.nodes() + " x " + p.type().name()).toList());
    }

    private static Field<Double> seconds(String name, String meaning, String doc, String example) {
        return Field.optional(name, Kinds.nonNegative(Dimension.SECONDS), meaning, doc, example);
    }
}
