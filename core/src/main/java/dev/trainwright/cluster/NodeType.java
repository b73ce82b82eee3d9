package dev.trainwright.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of machine.
 *
 * @param id its file's name in the catalogue
 * @param name as its vendor writes it
 * @param aliases other names
 * @param accelerator the device it holds
 * @param devices how many
 * @param intraLink between the devices of one node; null for a node of one device
 * @param meshPeers devices that each device is wired to where nothing switches between them; 0 with a switch
 * @param interLink of one network port; null where the node has no network for training
 * @param nics network ports
 * @param host the machine besides its accelerators
 * @param source where the figures stand
 */
public record NodeType(
        String id,
        String name,
        List<String> aliases,
        Accelerator accelerator,
        int devices,
        @Nullable Link intraLink,
        int meshPeers,
        @Nullable Link interLink,
        int nics,
        Host host,
        Source source) {

    public NodeType {
        aliases = List.copyOf(aliases);
        if (devices < 1) {
            throw new IllegalArgumentException("a node has at least one device, not " + devices);
        }
    }
}
