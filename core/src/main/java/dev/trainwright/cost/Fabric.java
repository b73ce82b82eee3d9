package dev.trainwright.cost;

import dev.trainwright.calibration.Calibration;

/**
 * What collectives run over, as one device sees it.
 *
 * @param devicesPerNode devices that share the inside link
 * @param intraBandwidth bytes per second one direction per device inside a node, as large collectives of all its devices reach it; infinite for nodes of one device
 * @param meshPeers devices that each device is wired to where nodes have no switch; 0 with one
 * @param intraLatency seconds of one step inside
 * @param interBandwidth bytes per second one direction of all the node's ports together
 * @param interLatency seconds of one step between nodes
 * @param callSeconds per call
 * @param intraReduces whether the inside switch reduces (NVLS)
 * @param engine what the engine's collectives take beyond those of the cost model
 */
public record Fabric(
        int devicesPerNode,
        double intraBandwidth,
        int meshPeers,
        double intraLatency,
        double interBandwidth,
        double interLatency,
        double callSeconds,
        boolean intraReduces,
        Calibration.Engine engine) {

    /** The same with collectives as the cost model takes them for granted. */
    public Fabric(
            int devicesPerNode,
            double intraBandwidth,
            int meshPeers,
            double intraLatency,
            double interBandwidth,
            double interLatency,
            double callSeconds,
            boolean intraReduces) {
        this(
                devicesPerNode,
                intraBandwidth,
                meshPeers,
                intraLatency,
                interBandwidth,
                interLatency,
                callSeconds,
                intraReduces,
                Calibration.Engine.FUSED);
    }

    /** What {@code members} of one node reach together: through a switch everything, in a mesh the wires between them alone. */
    public double inside(int members) {
        return meshPeers == 0 ? intraBandwidth : intraBandwidth * Math.min(1, (members - 1.0) / meshPeers);
    }
}
