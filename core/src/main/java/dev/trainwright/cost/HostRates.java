package dev.trainwright.cost;

import dev.trainwright.cluster.Host;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;

/**
 * What a device gets of its host when all devices of the node ask at once.
 *
 * @param linkBytes bytes per second one direction between device and host memory
 * @param memoryBytes bytes per second of host memory that one device's share of an update reaches
 */
public record HostRates(double linkBytes, double memoryBytes) {
    /** Share of a link's line rate that copies from and to pinned memory reach: 25 of 31.5 GB/s over PCIe 4.0 x16. */
    private static final double COPY_SHARE = 0.8;

    /** Share of the memory bandwidth that a vectorised update reaches: CPU-Adam updates 10 billion parameters in 2.57 s on two sockets of 128 GB/s (arXiv 2101.06840). */
    static final double UPDATE_SHARE = 0.5;

    /** Nothing known: nothing can be offloaded. */
    public static final HostRates NONE = new HostRates(0, 0);

    /** The rates of {@code node}; {@link #NONE} where they are not known. */
    public static HostRates of(NodeType node) {
        Host host = node.host();
        Link link = host.link();
        return link == null || host.memoryBandwidth() == 0
                ? NONE
                : new HostRates(link.bandwidth() * COPY_SHARE, host.memoryBandwidth() * UPDATE_SHARE / node.devices());
    }

    /** The slower of both, rate by rate. */
    public HostRates slower(HostRates other) {
        return new HostRates(Math.min(linkBytes, other.linkBytes), Math.min(memoryBytes, other.memoryBytes));
    }
}
