package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Failures;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoint interval and goodput of a cluster that fails.
 *
 * @param answered whether a job can make progress on it
 */
public record FailuresAnswer(boolean answered, Report report) {
    /** Below this share of useful time no job ends. */
    private static final double HOPELESS = 0.01;

    /**
     * What is given.
     *
     * @param mtbfSeconds mean time between failures of the cluster
     * @param derivation how it was found, where it was not given
     * @param checkpointSeconds time of writing a checkpoint during which training stops
     * @param restartSeconds from a failure to training again
     * @param intervalSeconds an interval of the user's own, or null
     * @param jobSeconds the job without failures, or null
     */
    public record Given(
            double mtbfSeconds,
            List<Step> derivation,
            double checkpointSeconds,
            double restartSeconds,
            @Nullable Double intervalSeconds,
            @Nullable Double jobSeconds) {

        double goodput(double interval) {
            return Failures.goodput(interval, checkpointSeconds, restartSeconds, mtbfSeconds);
        }
    }

    private static final List<Metric<Given>> GIVEN = List.of(
            Metric.of("mtbfSeconds", "time between failures", Dimension.SECONDS, Given::mtbfSeconds),
            Metric.of("checkpointSeconds", "writing a checkpoint", Dimension.SECONDS, Given::checkpointSeconds),
            Metric.of("restartSeconds", "restart", Dimension.SECONDS, Given::restartSeconds));

    private record Interval(
            String method,
            double seconds,
            double goodput,
            @Nullable Double hours) {}

    private static final List<Metric<Interval>> INTERVALS = List.of(
            Metric.text("method", "interval", Interval::method),
            Metric.of("intervalSeconds", "length", Dimension.SECONDS, Interval::seconds),
            Metric.of("goodput", "goodput", Dimension.RATIO, Interval::goodput),
            Metric.hours("hours", "job with failures", Interval::hours));

    /** The answer. */
    public static FailuresAnswer of(Given given) {
        double daly = Failures.dalyIntervalSeconds(given.checkpointSeconds(), given.mtbfSeconds());
        double young = Failures.youngIntervalSeconds(given.checkpointSeconds(), given.mtbfSeconds());
        List<Interval> intervals =
                new ArrayList<>(List.of(interval("Daly", daly, given), interval("Young", young, given)));
        if (given.intervalSeconds() != null) {
            intervals.add(interval("yours", given.intervalSeconds(), given));
        }
        double goodput = given.goodput(daly);
        boolean hopeless = goodput < HOPELESS;
        String words = hopeless
                ? "A failure every %s, but a checkpoint takes %s and a restart %s: hardly any work survives, whatever the interval."
                        .formatted(
                                Prints.full(Dimension.SECONDS, given.mtbfSeconds()),
                                Prints.full(Dimension.SECONDS, given.checkpointSeconds()),
                                Prints.full(Dimension.SECONDS, given.restartSeconds()))
                : "A failure every %s: write a checkpoint every %s of work and %s of the time is useful."
                        .formatted(
                                Prints.full(Dimension.SECONDS, given.mtbfSeconds()),
                                Prints.full(Dimension.SECONDS, daly),
                                Prints.full(Dimension.RATIO, goodput));
        return new FailuresAnswer(
                !hopeless,
                Report.of(
                        new Sentence("answer", words),
                        new Facts<>("given", "Given", given, GIVEN),
                        new Table<>("intervals", "Interval between checkpoints", intervals, INTERVALS),
                        new Steps("steps", "Steps", steps(given, young, daly))));
    }

    private static Interval interval(String method, double seconds, Given given) {
        double goodput = given.goodput(seconds);
        Double job = given.jobSeconds();
        return new Interval(method, seconds, goodput, job == null || goodput == 0 ? null : job / 3600 / goodput);
    }

    private static List<Step> steps(Given given, double young, double daly) {
        String write = Prints.full(Dimension.SECONDS, given.checkpointSeconds());
        String mtbf = Prints.full(Dimension.SECONDS, given.mtbfSeconds());
        List<Step> steps = new ArrayList<>(given.derivation());
        steps.add(new Step(
                "Young's interval",
                "sqrt(2 x " + write + " x " + mtbf + ")",
                young,
                Dimension.SECONDS,
                "more often costs checkpoints, less often costs lost work; here both cost the same (Young 1974)"));
        steps.add(new Step(
                "Daly's interval",
                "sqrt(2CM) (1 + sqrt(C/2M)/3 + (C/2M)/9) - C",
                daly,
                Dimension.SECONDS,
                "the same with failures during checkpoints and restarts counted (Daly 2006)"));
        steps.add(new Step(
                "Goodput",
                "tau / (M e^(R/M) (e^((tau+C)/M) - 1))",
                given.goodput(daly),
                Dimension.RATIO,
                "the share of the wall time that is work not done twice, not checkpoints and not restarts"));
        return steps;
    }
}
