package dev.trainwright.drill;

import dev.trainwright.cost.Collectives;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;

/** Ring all-reduces of the cells' examples. */
final class Rings {
    private Rings() {}

    /** Devices with one port each. */
    static double seconds(double bytes, double bytesPerSecond, double latencySeconds, long devices) {
        var ports = new Fabric(1, Double.POSITIVE_INFINITY, 0, 0, bytesPerSecond, latencySeconds, 0, false);
        return Collectives.ringAllReduce(bytes, new Group(Math.toIntExact(devices), 1), ports);
    }

    /** Nodes of 8 devices with a fast link inside and one port to the other nodes. */
    static double acrossNodes(double bytes, double insideBytesPerSecond, double portBytesPerSecond, int devices) {
        var nodes = new Fabric(8, insideBytesPerSecond, 0, 0, portBytesPerSecond, 0, 0, false);
        return Collectives.ringAllReduce(bytes, Group.of(devices, 1, 8), nodes);
    }
}
