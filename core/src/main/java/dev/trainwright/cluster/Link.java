package dev.trainwright.cluster;

import java.util.List;

/**
 * A kind of link.
 *
 * @param id its file's name in the catalogue
 * @param name as people write it
 * @param kind technology
 * @param aliases other names
 * @param bandwidth line rate of one device or port, one direction, bytes per second
 * @param attainable share of the line rate that large collectives reach
 * @param latencySeconds one step of a collective over it (the alpha of the alpha-beta model)
 * @param inNetworkReduction whether switches reduce (NVLS, SHARP)
 * @param source where the figures stand
 */
public record Link(
        String id,
        String name,
        Kind kind,
        List<String> aliases,
        double bandwidth,
        double attainable,
        double latencySeconds,
        boolean inNetworkReduction,
        Source source) {

    /** Technologies that differ in what they reach. */
    public enum Kind {
        NVLINK,
        PCIE,
        FABRIC,
        ICI,
        ETHERNET_TCP,
        ETHERNET_ROCE,
        INFINIBAND,
        OMNI_PATH,
        EFA,
        LOOPBACK
    }

    public Link {
        aliases = List.copyOf(aliases);
    }
}
