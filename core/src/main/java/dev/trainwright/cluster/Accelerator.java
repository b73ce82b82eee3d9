package dev.trainwright.cluster;

import dev.trainwright.workload.NumberFormat;
import java.util.List;
import java.util.Map;

/**
 * One device.
 *
 * @param id its file's name in the catalogue
 * @param name as its vendor writes it
 * @param vendor lower case
 * @param aliases other names that people and published tables use
 * @param memoryBytes usable bytes as the driver reports them
 * @param memoryBandwidth bytes per second
 * @param peak dense FLOP/s by operand format (matrix units where the device has them)
 * @param vectorPeak fp32 FLOP/s outside matrix units
 * @param cacheBytes last-level cache
 * @param units multiprocessors (SMs, CUs, TensorCores)
 * @param watts board power at full load, 0 where none is published
 * @param source where the figures stand
 */
public record Accelerator(
        String id,
        String name,
        String vendor,
        List<String> aliases,
        double memoryBytes,
        double memoryBandwidth,
        Map<NumberFormat, Double> peak,
        double vectorPeak,
        double cacheBytes,
        int units,
        double watts,
        Source source) {

    public Accelerator {
        aliases = List.copyOf(aliases);
        peak = Map.copyOf(peak);
    }

    /** Whether the device multiplies in {@code format}. */
    public boolean supports(NumberFormat format) {
        return peak.containsKey(format);
    }

    /**
     * Dense peak for operands in {@code format}, FLOP/s.
     *
     * @throws IllegalArgumentException when the device has no such format; nothing else is put in its place
     */
    public double peak(NumberFormat format) {
        Double flops = peak.get(format);
        if (flops == null) {
            throw new IllegalArgumentException(name + " has no " + format.name().toLowerCase(java.util.Locale.ROOT)
                    + " units; it has " + new java.util.TreeSet<>(peak.keySet()));
        }
        return flops;
    }
}
