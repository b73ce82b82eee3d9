package dev.trainwright.evidence.score;

import java.util.ArrayList;
import java.util.List;

/**
 * How 90 % intervals did.
 *
 * @param rows rows with an interval and a measurement
 * @param coverage share of measurements inside
 * @param medianHalfWidth median half-width as a share of the forecast
 */
public record Coverage(int rows, double coverage, double medianHalfWidth) {

    /** Of iteration times. */
    static Coverage ofTime(List<Outcome.Forecasted> rows) {
        List<double[]> bounds = new ArrayList<>();
        for (Outcome.Forecasted row : rows) {
            Double measured = row.measuredSeconds();
            Prediction p = row.predicted();
            if (measured != null && !Double.isNaN(p.lowSeconds())) {
                double scale = row.planned().scale();
                bounds.add(new double[] {p.lowSeconds() * scale, p.highSeconds() * scale, row.seconds(), measured});
            }
        }
        return of(bounds);
    }

    private static Coverage of(List<double[]> bounds) {
        double inside =
                bounds.stream().filter(b -> b[0] <= b[3] && b[3] <= b[1]).count();
        double[] widths =
                bounds.stream().mapToDouble(b -> (b[1] - b[0]) / 2 / b[2]).toArray();
        return new Coverage(
                bounds.size(), bounds.isEmpty() ? Double.NaN : inside / bounds.size(), Errors.quantile(widths, 0.5));
    }
}
