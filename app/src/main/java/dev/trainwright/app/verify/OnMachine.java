package dev.trainwright.app.verify;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.job.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A machine as {@code trainwright measure} described it: puts jobs on it. A job keeps its nodes and the links between them; its devices and what is between those of one node
 * become this machine's processes.
 */
public final class OnMachine {
    private final Path folder;
    private final Map<Integer, NodeType> nodes = new TreeMap<>();
    private final Calibrations calibrations;

    private OnMachine(Path folder, List<NodeType> described, Calibrations calibrations) {
        this.folder = folder;
        this.calibrations = calibrations;
        described.forEach(node -> nodes.put(node.devices(), node));
    }

    /**
     * Reads what measure wrote to {@code folder}.
     *
     * @throws IllegalArgumentException where nothing is there
     */
    public static OnMachine read(Path folder) {
        Path entries = folder.resolve(MachineFiles.CATALOGUE);
        if (!Files.isDirectory(entries.resolve("nodes"))) {
            throw new IllegalArgumentException(
                    folder + " holds no description of a machine: trainwright measure " + folder + " writes one");
        }
        Catalogue catalogue = Catalogue.builtIn().with(entries);
        List<NodeType> described = new ArrayList<>();
        try (Stream<Path> files = Files.list(entries.resolve("nodes"))) {
            files.sorted()
                    .forEach(file -> described.add(
                            catalogue.node(file.getFileName().toString().replaceFirst("\\.yaml$", ""))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new OnMachine(folder, described, Calibrations.builtIn().with(folder.resolve(MachineFiles.CALIBRATION)));
    }

    /** {@code job} with this machine's processes as devices, as many at work at once as it has devices, run operation by operation as {@code train} does. */
    public Job place(Job job) {
        NodeType measured = measured(job.cluster().devices());
        Cluster cluster = job.cluster();
        List<Cluster.Pool> pools = cluster.pools().stream()
                .map(pool -> new Cluster.Pool(placed(pool.type(), measured), pool.nodes()))
                .toList();
        return new Job(
                job.name(),
                job.workload().eager(),
                new Cluster(cluster.name(), pools, cluster.jitter(), cluster.economics()),
                job.layout(),
                job.software(),
                job.assumed());
    }

    private static NodeType placed(NodeType node, NodeType measured) {
        return new NodeType(
                node.id(),
                measured.name(),
                node.aliases(),
                measured.accelerator(),
                node.devices(),
                node.devices() == 1 ? null : measured.intraLink(),
                0,
                node.interLink(),
                node.nics(),
                node.host(),
                measured.source());
    }

    private NodeType measured(int processes) {
        NodeType node = nodes.get(processes);
        if (node == null) {
            throw new IllegalArgumentException(folder + " describes this machine with "
                    + String.join(
                            ", ", nodes.keySet().stream().map(String::valueOf).toList())
                    + " processes at work at once, and the job has " + processes + ": trainwright measure " + folder
                    + " --ranks " + processes + " adds that");
        }
        return node;
    }

    /** Compute threads that each process of {@code job} had when it was measured. */
    public int threads(Job job) {
        return measured(job.cluster().devices()).accelerator().units();
    }

    /**
     * Constants of this machine for {@code placed}. What compute loses beside communication goes with the bytes moved in a second: over a slower link than the one between processes
     * it is less.
     */
    public Calibration calibration(Job placed) {
        NodeType measured = measured(placed.cluster().devices());
        Accelerator device = measured.accelerator();
        Calibration c = calibrations.select(device, "any");
        NodeType node = placed.cluster().pools().get(0).type();
        @Nullable Link between = node.interLink();
        @Nullable Link inside = measured.intraLink();
        if (node.devices() == placed.cluster().devices() || between == null || inside == null) {
            return c;
        }
        double share = Math.min(1, between.bandwidth() * between.attainable() * node.nics() / inside.bandwidth());
        Calibration.Network n = c.network();
        return c.with(new Calibration.Network(
                n.intra(),
                n.inter(),
                n.callSeconds(),
                n.transferSeconds(),
                n.latencyFactor(),
                n.overlap(),
                n.drag() * share));
    }
}
