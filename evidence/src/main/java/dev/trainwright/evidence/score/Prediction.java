package dev.trainwright.evidence.score;

import java.util.Map;

/**
 * What a forecast says, as far as rows can judge it.
 *
 * @param seconds of one iteration
 * @param lowSeconds lower end of the 90 % interval, or NaN where none is given
 * @param highSeconds upper end
 * @param allocatedBytes the allocator's peak on the fullest device
 * @param deviceBytes the driver's peak there
 * @param lowBytes lower end of the memory's 90 % interval, or NaN
 * @param highBytes upper end
 * @param fits whether that is within the device's memory
 * @param modelFlops model FLOPs of one iteration over all devices, causal attention counted by half
 * @param modelFlopsFull the same with attention counted in full
 * @param hardwareFlops with recomputation counted, attention in full
 * @param terms seconds by name, for reports
 */
public record Prediction(
        double seconds,
        double lowSeconds,
        double highSeconds,
        double allocatedBytes,
        double deviceBytes,
        double lowBytes,
        double highBytes,
        boolean fits,
        double modelFlops,
        double modelFlopsFull,
        double hardwareFlops,
        Map<String, Double> terms) {
    public Prediction {
        terms = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(terms));
    }
}
