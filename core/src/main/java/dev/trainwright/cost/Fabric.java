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
 * @param slices whether collectives are cut in slices that follow each other, as libraries do; textbooks send all at once
 */
public record Fabric(
        int devicesPerNode,
        double intraBandwidth,
        double intraLatency,
        double interBandwidth,
        double interLatency,
        double callSeconds,
        boolean intraReduces,
        boolean slices) {

    /** The textbook's. */
    public Fabric(
            int devicesPerNode,
            double intraBandwidth,
            double intraLatency,
            double interBandwidth,
            double interLatency,
            double callSeconds,
            boolean intraReduces) {
        this(
                devicesPerNode,
                intraBandwidth,
                intraLatency,
                interBandwidth,
                interLatency,
                callSeconds,
                intraReduces,
                false);
    }

    /**
     * Seconds of a collective that has {@code volume} seconds of data and {@code latency} seconds of steps to make: their sum. Cut in k slices that follow each other, k more
     * steps' latencies are paid and 1/k of the data waits in the pipe, at the best k a surcharge of twice the geometric mean (Thakur, Rabenseifner and Gropp 2005; Sanders, Speck and
     * Traeff 2009, section 2).
     */
    double piped(double volume, double latency) {
        return volume + latency + (slices ? 2 * Math.sqrt(volume * latency) : 0);
    }
}
