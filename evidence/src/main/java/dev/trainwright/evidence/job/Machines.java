package dev.trainwright.evidence.job;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Economics;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.evidence.row.AcceleratorNames;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.LinkCell;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The machines that a row ran on, out of the catalogue. */
final class Machines {
    /** Devices of a rack of 72 that jobs with degrees of powers of two use. */
    private static final int RACK = 64;

    private final Catalogue catalogue;

    Machines(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The row's cluster. */
    Cluster of(Inputs inputs) {
        int devices = Math.toIntExact(Layouts.devices(inputs));
        NodeType machine = machine(inputs);
        int perNode = Math.min(devices, perNode(machine, inputs));
        NodeType used = withNetwork(machine, perNode, inputs);
        if (devices % perNode != 0) {
            throw new Refusal("devices do not fill the machines given");
        }
        return new Cluster(used.name(), List.of(new Cluster.Pool(used, devices / perNode)), 0, Economics.UNKNOWN);
    }

    /** Devices that share the inside link: a rack that one switch joins counts as one machine, whatever the trays that a table counts. */
    private static int perNode(NodeType machine, Inputs inputs) {
        long devices = Layouts.devices(inputs);
        long told = inputs.whole(Column.DEVICES_PER_NODE, machine.devices());
        if (!machine.id().contains("nvl72")) {
            return Math.toIntExact(told);
        }
        boolean fills = devices <= machine.devices() || devices % machine.devices() == 0;
        return Math.toIntExact(told == RACK || !fills ? RACK : machine.devices());
    }

    private NodeType machine(Inputs inputs) {
        String node = inputs.text(Column.NODE);
        if (node != null) {
            return catalogue.node(node);
        }
        String cell = inputs.text(Column.ACCELERATOR);
        if (cell == null) {
            throw new Refusal("no accelerator");
        }
        Optional<Accelerator> told = AcceleratorNames.of(cell).stream()
                .flatMap(name -> find(catalogue::accelerator, name).stream())
                .findFirst();
        Optional<NodeType> named = named(inputs)
                .filter(machine -> told.map(machine.accelerator()::equals).orElse(true));
        if (named.isPresent()) {
            return named.get();
        }
        String presumed = inputs.text(Column.PRESUMED_ACCELERATOR);
        Accelerator accelerator = told.or(
                        () -> presumed == null ? Optional.empty() : Optional.of(catalogue.accelerator(presumed)))
                .orElseThrow(() -> new Refusal("the accelerator is not named or not in the catalogue"));
        long wanted = inputs.whole(Column.DEVICES_PER_NODE, 8);
        return catalogue.nodes().stream()
                .map(catalogue::node)
                .filter(candidate -> candidate.accelerator().equals(accelerator))
                .min(Comparator.comparingLong(candidate -> preference(candidate, wanted)))
                .orElseThrow(() -> new Refusal("no machine of the catalogue holds the accelerator"));
    }

    /** The machine whose name stands in a cell on hardware; of several names the longest. */
    private Optional<NodeType> named(Inputs inputs) {
        String cells = Stream.of(Column.ACCELERATOR, Column.INTRA_LINK, Column.INTER_LINK)
                .map(column -> inputs.text(column, ""))
                .collect(Collectors.joining(" | "));
        record Name(String text, NodeType machine) {}
        return catalogue.nodes().stream()
                .map(catalogue::node)
                .flatMap(machine -> Stream.concat(Stream.of(machine.id()), machine.aliases().stream())
                        .map(text -> new Name(text, machine)))
                .filter(name -> word(name.text()).matcher(cells).find())
                .max(Comparator.comparingInt(name -> name.text().length()))
                .map(Name::machine);
    }

    private static Pattern word(String text) {
        return Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(text) + "(?![A-Za-z0-9])", Pattern.CASE_INSENSITIVE);
    }

    /** Machines of as many devices as wanted first, a vendor's reference machine among them. */
    private static long preference(NodeType candidate, long wanted) {
        boolean reference = candidate.id().startsWith("dgx") || candidate.id().contains("nvl72");
        return 2 * Math.abs(candidate.devices() - wanted) + (reference ? 0 : 1);
    }

    /** The machine with {@code perNode} devices and the network that the row tells of. */
    private NodeType withNetwork(NodeType machine, int perNode, Inputs inputs) {
        LinkCell told = LinkCell.parse(inputs.text(Column.INTER_LINK, ""));
        boolean tcp = inputs.text(Column.VARIANT, "").equals("tcp");
        Link.Kind kind = tcp ? Link.Kind.ETHERNET_TCP : told.kind();
        Double nodeRate = told.nodeBytesPerSecond();
        int share = Math.max(1, machine.nics() * perNode / machine.devices());
        Integer ports = told.ports();
        long nics = inputs.whole(Column.NICS, told.perDevice() ? perNode : ports != null ? ports : share);
        Double portRate = told.portBytesPerSecond();
        if (portRate == null && nodeRate != null) {
            portRate = nodeRate / nics;
        } else if (portRate != null && ports == null && !told.perDevice() && !inputs.has(Column.NICS)) {
            nics = 1;
        }
        Link own = machine.interLink();
        Link inter = own == null || (portRate == null && kind == null) ? own : link(kind, portRate, own);
        return new NodeType(
                machine.id(),
                machine.name(),
                machine.aliases(),
                machine.accelerator(),
                perNode,
                machine.intraLink(),
                machine.meshPeers(),
                inter,
                Math.toIntExact(nics),
                machine.host(),
                machine.source());
    }

    /** The machine's own link if it is of that kind and rate, else the catalogue's nearest, at the rate told; what is not told is the machine's own. */
    private Link link(Link.@Nullable Kind kind, @Nullable Double rate, Link own) {
        Link.Kind wantedKind = kind != null ? kind : own.kind();
        double wantedRate = rate != null ? rate : own.bandwidth();
        if (wantedKind == own.kind() && wantedRate == own.bandwidth()) {
            return own;
        }
        Link nearest = catalogue.links().stream()
                .map(catalogue::link)
                .filter(link -> link.kind() == wantedKind && !link.inNetworkReduction())
                .min(Comparator.comparingDouble(link -> Math.abs(Math.log(link.bandwidth() / wantedRate))))
                .orElse(own);
        return new Link(
                nearest.id(),
                nearest.name(),
                nearest.kind(),
                nearest.aliases(),
                wantedRate,
                nearest.attainable(),
                nearest.latencySeconds(),
                false,
                nearest.source());
    }

    private static <T> Optional<T> find(Function<String, T> entries, String name) {
        try {
            return Optional.of(entries.apply(name));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }
}
