package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.evidence.job.Planned;
import dev.trainwright.forecast.Forecaster;

/**
 * One measured run to fit on.
 *
 * @param source its file
 * @param group runs that must be held out together: the same model on as many devices
 * @param planned its job
 * @param seconds measured
 */
public record Sample(String source, String group, Planned planned, double seconds) {

    /** Seconds by forecast. */
    public double forecast(Calibration calibration) {
        return Forecaster.iterationSeconds(planned.job(), calibration) * planned.scale();
    }
}
