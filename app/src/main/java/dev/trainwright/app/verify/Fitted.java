package dev.trainwright.app.verify;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.job.Job;
import dev.trainwright.train.measure.Figures;
import java.util.Locale;
import java.util.function.Function;

/**
 * Constants that no probe of a single operation gives: those with which the forecast of a small training is what it took. Elementwise kernels, cold weights and the memory that an
 * allocator holds beyond what it gave are what is left beside the products.
 */
final class Fitted {
    private Fitted() {}

    /**
     * What is fitted.
     *
     * @param elementwiseTraffic bytes that elementwise work takes the time of, over those of perfect fusion
     * @param optimizerTraffic bytes that an update takes the time of, over those of one fused kernel
     * @param slack share of activations and buffers that the allocator holds besides
     */
    record Constants(double elementwiseTraffic, double optimizerTraffic, double slack) {}

    /**
     * The calibration whose forecast of {@code job} is what {@code measured} says; each constant enters its own term as a factor.
     *
     * @throws IllegalStateException where the training took less time than its products alone
     */
    static Calibration to(Figures.Training measured, Job job, Function<Constants, Calibration> calibration) {
        Forecast without = Forecaster.forecast(job, calibration.apply(new Constants(0, 0, 0)));
        Forecast with = Forecaster.forecast(job, calibration.apply(new Constants(1, 1, 1)));
        double elementwise =
                positive("the layers of a decoder", measured.passes().seconds(), passes(without), passes(with));
        double optimizer = positive("an update", measured.update().seconds(), update(without), update(with));
        double slack = factor(
                measured.residentBytes(),
                without.memory().residentBytes(),
                with.memory().residentBytes());
        return calibration.apply(new Constants(elementwise, optimizer, Math.max(0, slack)));
    }

    private static double passes(Forecast forecast) {
        return forecast.terms().getOrDefault(Term.FORWARD, 0.0)
                + forecast.terms().getOrDefault(Term.BACKWARD, 0.0);
    }

    private static double update(Forecast forecast) {
        return forecast.terms().getOrDefault(Term.OPTIMIZER, 0.0);
    }

    private static double factor(double measured, double without, double with) {
        return (measured - without) / (with - without);
    }

    private static double positive(String what, double seconds, double without, double with) {
        double factor = factor(seconds, without, with);
        if (!(factor > 0)) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s took %.4g s, less than the %.4g s of the rest of it alone: other work disturbed the measurement; measure again when the machine is quiet",
                    what,
                    seconds,
                    without));
        }
        return factor;
    }
}
