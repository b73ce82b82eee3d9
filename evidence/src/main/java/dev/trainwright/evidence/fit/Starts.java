package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What fits begin with.
 *
 * @param general figures fitted to nothing
 * @param known calibrations by their ids: what they hold of memory and say of the engine is counted, and no fit moves it
 */
public record Starts(Calibration general, Map<String, Calibration> known) {
    private static final String GENERAL = "general";

    /** The general figures, and what {@code known} counts. */
    public static Starts of(Calibrations known) {
        Map<String, Calibration> byId = new LinkedHashMap<>();
        known.all().forEach(c -> byId.putIfAbsent(c.id(), c));
        Calibration general = known.all().stream()
                .filter(c -> c.id().equals(GENERAL))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the program lacks its general calibration"));
        return new Starts(general, byId);
    }

    /** The calibration whose memory and engine count for {@code id}: {@code otherwise} where it is new. */
    Calibration counted(String id, Calibration otherwise) {
        return known.getOrDefault(id, otherwise);
    }
}
