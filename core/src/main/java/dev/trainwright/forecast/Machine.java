package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.HostRates;
import dev.trainwright.cost.Rates;
import dev.trainwright.workload.Precision;

/**
 * The cluster as costs see it: the device that paces, the smallest memory, the narrowest links.
 *
 * @param slowest the accelerator with the lowest rate in the job's precision
 * @param memoryBytes usable memory of the smallest device; infinite where nothing is known of it
 * @param rates the lowest of all devices, rate by rate
 * @param fabric the narrowest links of all pools
 * @param host the slowest way to host memory
 * @param devices of the whole cluster
 */
public record Machine(
        Accelerator slowest, double memoryBytes, Rates rates, Fabric fabric, HostRates host, int devices) {

    /**
     * Reads {@code cluster} under {@code calibration}.
     *
     * @throws IllegalArgumentException when a device lacks a number format of the precision, or nodes are to talk and have no link
     */
    public static Machine of(Cluster cluster, Precision precision, boolean compiled, Calibration calibration) {
        Accelerator slowest = slowest(cluster, precision);
        double memory = Double.POSITIVE_INFINITY;
        Rates rates = Rates.of(slowest, precision, compiled, calibration);
        HostRates host = HostRates.of(cluster.pools().get(0).type());
        for (Cluster.Pool pool : cluster.pools()) {
            Accelerator device = pool.type().accelerator();
            memory = Math.min(memory, device.memoryBytes());
            rates = rates.slower(Rates.of(device, precision, compiled, calibration));
            host = host.slower(HostRates.of(pool.type()));
        }
        return new Machine(slowest, memory, rates, fabric(cluster, calibration), host, cluster.devices());
    }

    /** The accelerator with the lowest peak in the formats of {@code precision}: it paces mixed pools. */
    static Accelerator slowest(Cluster cluster, Precision precision) {
        Accelerator slowest = cluster.pools().get(0).type().accelerator();
        for (Cluster.Pool pool : cluster.pools()) {
            Accelerator device = pool.type().accelerator();
            if (device.peak(precision.matmul()) < slowest.peak(precision.matmul())) {
                slowest = device;
            }
        }
        return slowest;
    }

    private static Fabric fabric(Cluster cluster, Calibration calibration) {
        Calibration.Network network = calibration.network();
        boolean manyNodes =
                cluster.pools().stream().mapToInt(Cluster.Pool::nodes).sum() > 1;
        int devicesPerNode = Integer.MAX_VALUE;
        double intra = Double.POSITIVE_INFINITY;
        int meshPeers = 0;
        double intraLatency = 0;
        double inter = Double.POSITIVE_INFINITY;
        double interLatency = 0;
        boolean reduces = true;
        for (Cluster.Pool pool : cluster.pools()) {
            NodeType node = pool.type();
            devicesPerNode = Math.min(devicesPerNode, node.devices());
            Link inside = node.intraLink();
            meshPeers = Math.max(meshPeers, node.meshPeers());
            if (inside != null) {
                intra = Math.min(intra, inside.bandwidth() * share(inside, network.intra()));
                intraLatency = Math.max(intraLatency, inside.latencySeconds() * network.latencyFactor());
            } else if (node.devices() > 1) {
                throw new IllegalArgumentException(
                        node.name() + " has " + node.devices() + " devices and no link between them");
            }
            reduces &= inside != null && inside.inNetworkReduction();
            Link between = node.interLink();
            if (between != null) {
                inter = Math.min(inter, node.nics() * between.bandwidth() * share(between, network.inter()));
                interLatency = Math.max(interLatency, between.latencySeconds() * network.latencyFactor());
            } else if (manyNodes) {
                throw new IllegalArgumentException(
                        node.name() + " has no network between nodes, and the cluster has several of them");
            }
        }
        return new Fabric(
                devicesPerNode,
                intra,
                meshPeers,
                intraLatency,
                inter,
                interLatency,
                network.callSeconds(),
                reduces,
                calibration.engine());
    }

    /** Share of a link's rate that collectives reach. A rate that is itself what they reach, as a user measured it, has been through the software already. */
    private static double share(Link link, double calibrated) {
        return link.attainable() == 1 ? 1 : link.attainable() * calibrated;
    }
}
