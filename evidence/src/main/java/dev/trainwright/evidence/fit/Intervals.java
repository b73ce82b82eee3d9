package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration.Residuals;
import java.util.List;

/** 90 % intervals by split conformal prediction: quantiles of measured over forecast among runs that the forecast was not fitted to (Vovk et al. 2005). */
final class Intervals {
    private static final double TAIL = 0.05;

    private Intervals() {}

    /** From ratios of {@code time} and of {@code memory}. */
    static Residuals of(List<Double> time, List<Double> memory) {
        return new Residuals(low(time), high(time), low(memory), high(memory), time.size());
    }

    private static double low(List<Double> ratios) {
        int rank = (int) Math.floor((ratios.size() + 1) * TAIL);
        return ratios.stream().sorted().toList().get(Math.max(0, rank - 1));
    }

    private static double high(List<Double> ratios) {
        int rank = (int) Math.ceil((ratios.size() + 1) * (1 - TAIL));
        return ratios.stream().sorted().toList().get(Math.min(ratios.size(), rank) - 1);
    }
}
