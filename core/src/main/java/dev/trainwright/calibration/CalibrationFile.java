package dev.trainwright.calibration;

import java.util.List;

/**
 * A calibration and what it holds for.
 *
 * @param accelerators catalogue ids, or {@code any}
 * @param calibration the constants
 */
record CalibrationFile(List<String> accelerators, Calibration calibration) {
    CalibrationFile {
        accelerators = List.copyOf(accelerators);
    }
}
