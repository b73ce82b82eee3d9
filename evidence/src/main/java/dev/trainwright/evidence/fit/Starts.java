package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What fits begin with.
 *
 * @param general figures fitted to nothing
 * @param memory what a calibration holds besides the model, by its id: counted, and no fit moves it
 */
public record Starts(Calibration general, Map<String, Calibration.Memory> memory) {
    private static final String GENERAL = "general";

    /** The general figures and the memory of {@code known}. */
    public static Starts of(Calibrations known) {
        Map<String, Calibration.Memory> memory = new LinkedHashMap<>();
        known.all().forEach(c -> memory.putIfAbsent(c.id(), c.memory()));
        Calibration general = known.all().stream()
                .filter(c -> c.id().equals(GENERAL))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the program lacks its general calibration"));
        return new Starts(general, memory);
    }

    /** The memory of calibration {@code id}; {@code otherwise} where there is no such one. */
    Calibration.Memory memory(String id, Calibration.Memory otherwise) {
        return memory.getOrDefault(id, otherwise);
    }
}
