package dev.trainwright.app.answer;

import dev.trainwright.cost.Collectives;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;

/**
 * A ring all-reduce among devices with one port each.
 *
 * @param bytes all-reduced
 * @param bytesPerSecond of one device's port, one direction
 * @param latencySeconds of one step of the ring
 */
public record Ring(double bytes, double bytesPerSecond, double latencySeconds) {

    /** Time among so many devices. */
    public double seconds(long devices) {
        Fabric ports = new Fabric(1, Double.POSITIVE_INFINITY, 0, 0, bytesPerSecond, latencySeconds, 0, false);
        return Collectives.ringAllReduce(bytes, new Group(Math.toIntExact(devices), 1), ports);
    }

    /** What each device sends: 2 (k - 1) / k of the bytes (Patarasuk and Yuan 2009). */
    static double sentBytes(double bytes, long devices) {
        return 2 * (devices - 1.0) / devices * bytes;
    }
}
