package dev.trainwright.cost;

/**
 * How a library sends: with a flag beside each word, at half the bandwidth and the least latency; in lines of 128 bytes with one flag each; or in large slices with a handshake. For
 * every message the fastest is taken. The catalogue's latency of a link is that of a line in a ring, 1.9 us over NVLink and 4.0 us over a network; what the others take less or more is
 * from the same place, NCCL's table of latencies (src/graph/tuning.cc of 2.19).
 */
enum Protocol {
    LL(0.5, 6.6e-6, 0.6 / 1.9, -1.3e-6, 1.0e-6),
    LL128(120.0 / 128, 14.0e-6, 1, 0, 4.5e-6),
    SIMPLE(1, 8.4e-6, 3.4 / 1.9, 10.0e-6, 24.0e-6);

    private static final Protocol[] ALL = values();

    private final double share;
    private final double start;
    private final double inside;
    private final double ringBetween;
    private final double treeBetween;

    /**
     * @param share of the bandwidth
     * @param start seconds before the first step
     * @param inside a step inside a node, over the link's latency
     * @param ringBetween seconds that a step of a ring between nodes takes beyond the link's latency
     * @param treeBetween seconds that a step of a tree between nodes takes beyond the link's latency
     */
    Protocol(double share, double start, double inside, double ringBetween, double treeBetween) {
        this.share = share;
        this.start = start;
        this.inside = inside;
        this.ringBetween = ringBetween;
        this.treeBetween = treeBetween;
    }

    /** Seconds of a ring that moves {@code volume} seconds of data in so many steps inside and between nodes. */
    static double ring(double volume, double inner, double outer, Fabric fabric) {
        return fastest(volume, inner, outer, false, fabric);
    }

    /** The same of a tree. */
    static double tree(double volume, double inner, double outer, Fabric fabric) {
        return fastest(volume, inner, outer, true, fabric);
    }

    private static double fastest(double volume, double inner, double outer, boolean tree, Fabric fabric) {
        double best = Double.POSITIVE_INFINITY;
        for (Protocol p : ALL) {
            double between =
                    outer == 0 ? 0 : Math.max(0, fabric.interLatency() + (tree ? p.treeBetween : p.ringBetween));
            double steps = inner * p.inside * fabric.intraLatency() + outer * between;
            best = Math.min(best, volume / p.share + p.start + steps);
        }
        return best;
    }
}
