package dev.trainwright.cluster;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import java.util.List;
import java.util.Optional;

/** A node as its catalogue file writes it; its parts stand in place or are named. */
final class NodeShape {

    private static final Field<Integer> DEVICES =
            Field.required("devices", Kinds.integer("devices", 1), "How many accelerators it holds.", "8");
    private static final Field<Integer> MESH_PEERS = Field.optional(
            "meshPeers",
            Kinds.integer("devices", 1),
            "a switch, and all of the link for any of them",
            "Devices that each device is wired to where nothing switches between them: fewer reach less.",
            "7");
    private static final Field<Integer> NICS =
            Field.optional("nics", Kinds.integer("network ports", 1), "no network for training", "Network ports.", "8");
    private static final Field<Double> HOST_MEMORY =
            Field.optional("hostMemory", Kinds.positive(Dimension.BYTES), "unknown", "Memory of the host.", "2 TB");
    private static final Field<Double> HOST_BANDWIDTH = Field.optional(
            "hostMemoryBandwidth",
            Kinds.positive(Dimension.BYTES_PER_SECOND),
            "unknown; nothing can be offloaded",
            "Memory bandwidth of the whole host.",
            "409.6 GB/s");
    private static final Field<Double> HOST_POWER = Field.optional(
            "hostPower",
            Kinds.positive(Dimension.WATTS),
            "unknown; energy counts the accelerators alone",
            "Power besides the accelerators.",
            "4 kW");

    private final Field<Accelerator> accelerator;
    private final Field<Link> intraLink;
    private final Field<Link> interLink;
    private final Field<Link> hostLink;

    private NodeShape(Kind<Accelerator> accelerators, Kind<Link> links) {
        accelerator = Field.required("accelerator", accelerators, "The device it holds.", "a100-sxm-80gb");
        intraLink = Field.optional("intraLink", links, "a single device", "Link between its devices.", "nvlink3");
        interLink =
                Field.optional("interLink", links, "no network for training", "Link of one port.", "infiniband-hdr");
        hostLink = Field.optional(
                "hostLink",
                links,
                "unknown; nothing can be offloaded",
                "Link between one device and host memory.",
                "pcie4-x16");
    }

    /** The shape of a node whose parts are of the given kinds. */
    static Shape<NodeType> of(Kind<Accelerator> accelerators, Kind<Link> links) {
        NodeShape shape = new NodeShape(accelerators, links);
        return new Shape<>("node", "A kind of machine.", EntryFields.entry(shape.own()), shape.rules(), shape::node);
    }

    /** The same for a node that stands in place. */
    static Shape<NodeType> inPlace(Kind<Accelerator> accelerators, Kind<Link> links) {
        NodeShape shape = new NodeShape(accelerators, links);
        return new Shape<>(
                "ownNode",
                "A machine that is not in the catalogue.",
                EntryFields.inPlace(shape.own()),
                shape.rules(),
                shape::node);
    }

    private Field<?>[] own() {
        return new Field<?>[] {
            accelerator,
            DEVICES,
            intraLink,
            MESH_PEERS,
            NICS,
            interLink,
            HOST_MEMORY,
            HOST_BANDWIDTH,
            hostLink,
            HOST_POWER
        };
    }

    private List<Rule> rules() {
        return List.of(
                Rule.needs(NICS, interLink),
                Rule.needs(interLink, NICS),
                new Rule.Check(DEVICES, "several devices need intraLink", this::linkInside));
    }

    private Optional<String> linkInside(Values v) {
        boolean several = v.get(DEVICES) > 1;
        return several && !v.has(intraLink)
                ? Optional.of("several devices need intraLink, the link between them")
                : Optional.empty();
    }

    private NodeType node(Values v) {
        return new NodeType(
                EntryFields.id(v),
                EntryFields.name(v),
                EntryFields.aliases(v),
                v.get(accelerator),
                v.get(DEVICES),
                v.find(intraLink).orElse(null),
                v.find(MESH_PEERS).orElse(0),
                v.find(interLink).orElse(null),
                v.find(NICS).orElse(0),
                new Host(
                        v.find(HOST_MEMORY).orElse(0.0),
                        v.find(HOST_BANDWIDTH).orElse(0.0),
                        v.find(hostLink).orElse(null),
                        v.find(HOST_POWER).orElse(0.0)),
                EntryFields.source(v));
    }
}
