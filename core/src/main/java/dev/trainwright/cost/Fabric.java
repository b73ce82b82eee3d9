package dev.trainwright.cost;

/**
 * What collectives run over, as one device sees it.
 *
 * @param devicesPerNode devices that share the inside link
 * @param intraBandwidth bytes per second one direction per device inside a node, as large collectives reach it; infinite for nodes of one device
 * @param intraLatency seconds of one step inside
 * @param interBandwidth bytes per second one direction of all the node's ports together
 * @param interLatency seconds of one step between nodes
 * @param callSeconds per call
 * @param intraReduces whether the inside switch reduces (NVLS)
 */
public record Fabric(
        int devicesPerNode,
        double intraBandwidth,
        double intraLatency,
        double interBandwidth,
        double interLatency,
        double callSeconds,
        boolean intraReduces) {}
