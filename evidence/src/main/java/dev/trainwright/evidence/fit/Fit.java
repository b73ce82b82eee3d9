package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * Fits a calibration's constants to measured runs: Levenberg-Marquardt (Hipparchus) on logarithms of forecast over measured time. Large residuals count as their
 * root (Huber's loss, pseudo form), runs of one group together count as the root of their number, and every constant is drawn to the calibration that the fit
 * starts from, so that what the runs do not tell stays there.
 */
public final class Fit {
    /** Residuals beyond this share count ever less. */
    private static final double HUBER = 0.12;
    /**
     * How far, in units of the free line, a constant may lie from its start at the cost of one run that is off by the whole of {@link #HUBER}: further for one accelerator,
     * which starts from its family, than for a family, which starts from general figures. Of (1, 1), (2, 2) and (1, 2) the last forecasts held-out groups and sources best.
     */
    private static final double FAMILY_FREEDOM = 1;

    private static final double ACCELERATOR_FREEDOM = 2;

    /** Where searches begin, on the free line of the launch time. */
    private static final double[] LAUNCHES = {0, 1.3, 2.2};

    /** Runs of one source that a fit looks at. */
    private static final int ENOUGH = 100;

    private static final double DIFFERENCE = 1e-3;
    private static final int EVALUATIONS = 60;

    private Fit() {}

    /**
     * {@code start} with its constants fitted to {@code all}. Launches bind only where they are slower than the device, so that a fit which starts with fast
     * ones may never see them: the search begins at several launch times, and the best end is taken.
     */
    public static Calibration search(Calibration start, List<Sample> all) {
        return fit(start, all, LAUNCHES, FAMILY_FREEDOM);
    }

    /** The same where {@code start} already knows about launches: the search begins there alone. */
    public static Calibration refine(Calibration start, List<Sample> all) {
        return fit(start, all, new double[] {0}, ACCELERATOR_FREEDOM);
    }

    private static Calibration fit(Calibration start, List<Sample> all, double[] beginnings, double freedom) {
        List<Sample> samples = thinned(all);
        double[] prior = Constant.free(start, Constant.values());
        double[] weights = weights(samples);
        Function<double[], double[]> residuals = free -> residuals(start, samples, weights, free, prior, freedom);
        double[] best = prior;
        double least = Double.POSITIVE_INFINITY;
        for (double launches : beginnings) {
            double[] from = prior.clone();
            from[Constant.HOST_SECONDS.ordinal()] += launches;
            Optimum end = descend(residuals, from);
            if (end.getCost() < least) {
                least = end.getCost();
                best = end.getPoint().toArray();
            }
        }
        return Constant.at(start, best);
    }

    /** Of sources with many runs, every n-th of each group: the others would add time and say nothing new. */
    private static List<Sample> thinned(List<Sample> samples) {
        Map<String, Long> sources =
                samples.stream().collect(Collectors.groupingBy(Sample::source, Collectors.counting()));
        Map<String, Integer> seen = new HashMap<>();
        return samples.stream()
                .filter(sample -> {
                    long step = (sources.getOrDefault(sample.source(), 1L) + ENOUGH - 1) / ENOUGH;
                    return (seen.merge(sample.group(), 1, Integer::sum) - 1) % step == 0;
                })
                .toList();
    }

    private static Optimum descend(Function<double[], double[]> residuals, double[] from) {
        var problem = new LeastSquaresBuilder()
                .model(point -> evaluate(residuals, point))
                .target(new double[residuals.apply(from).length])
                .start(from)
                .lazyEvaluation(false)
                .maxEvaluations(4 * EVALUATIONS)
                .maxIterations(EVALUATIONS)
                .checker((iteration, previous, current) ->
                        Math.abs(previous.getCost() - current.getCost()) < 1e-4 * previous.getCost())
                .build();
        return new LevenbergMarquardtOptimizer().optimize(problem);
    }

    private static Pair<RealVector, RealMatrix> evaluate(Function<double[], double[]> residuals, RealVector point) {
        double[] at = point.toArray();
        double[] here = residuals.apply(at);
        double[][] jacobian = new double[here.length][at.length];
        for (int j = 0; j < at.length; j++) {
            double[] moved = at.clone();
            moved[j] += DIFFERENCE;
            double[] there = residuals.apply(moved);
            for (int i = 0; i < here.length; i++) {
                jacobian[i][j] = (there[i] - here[i]) / DIFFERENCE;
            }
        }
        return new Pair<>(new ArrayRealVector(here, false), new Array2DRowRealMatrix(jacobian, false));
    }

    private static double[] residuals(
            Calibration start, List<Sample> samples, double[] weights, double[] free, double[] prior, double freedom) {
        Calibration calibration = Constant.at(start, free);
        double[] residuals = new double[samples.size() + free.length];
        IntStream.range(0, samples.size()).parallel().forEach(i -> {
            Sample sample = samples.get(i);
            residuals[i] = weights[i] * damped(Math.log(sample.forecast(calibration) / sample.seconds()));
        });
        for (int j = 0; j < free.length; j++) {
            residuals[samples.size() + j] = HUBER / freedom * (free[j] - prior[j]);
        }
        return residuals;
    }

    /** The root of twice the pseudo-Huber loss, with the residual's sign. */
    private static double damped(double residual) {
        double scaled = residual / HUBER;
        return Math.signum(residual) * HUBER * Math.sqrt(2 * (Math.sqrt(1 + scaled * scaled) - 1));
    }

    /** A run's weight: its group counts as the fourth root of its size squared, its source likewise. */
    private static double[] weights(List<Sample> samples) {
        Map<String, Long> groups =
                samples.stream().collect(Collectors.groupingBy(Sample::group, Collectors.counting()));
        Map<String, Long> sources =
                samples.stream().collect(Collectors.groupingBy(Sample::source, Collectors.counting()));
        return samples.stream()
                .mapToDouble(s -> Math.pow(groups.getOrDefault(s.group(), 1L), -0.25)
                        * Math.pow(sources.getOrDefault(s.source(), 1L), -0.25)
                        * Math.pow(samples.size(), 0.25))
                .toArray();
    }
}
