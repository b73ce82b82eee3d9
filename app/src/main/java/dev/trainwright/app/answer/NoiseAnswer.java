package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.AsyncResult;
import dev.trainwright.spine.AsyncSimulation;
import dev.trainwright.spine.OrderStatistics;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.TimeDistribution;
import dev.trainwright.spine.WorkerTimes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a group of equal workers does whose times vary from iteration to iteration. */
public final class NoiseAnswer {
    private NoiseAnswer() {}

    /**
     * The answer for workers that draw their times.
     *
     * @throws IllegalArgumentException if the family has no member of this mean and variation
     */
    public static List<Part> of(
            TimeDistribution family,
            double meanSeconds,
            double variation,
            int workers,
            int backup,
            @Nullable Integer bound) {
        var times = family.of(meanSeconds, variation);
        double sync = OrderStatistics.expectedMaxSeconds(times, workers);
        double kept = OrderStatistics.expectedSeconds(times, workers - backup, workers);
        var group = new StragglerAnswer.Group(
                workers, sync, backup == 0 ? null : kept, meanSeconds, 1 - meanSeconds / sync, workers / meanSeconds);
        AsyncResult run = StragglerAnswer.simulate(workers, WorkerTimes.drawn(times), AsyncSimulation.UNBOUNDED);
        List<Part> parts = new ArrayList<>();
        parts.add(new Sentence("answer", sentence(group)));
        parts.add(new Facts<>("", "Group", group, StragglerAnswer.Group.metrics("expected")));
        parts.add(new Steps("steps", "Steps", steps(family, meanSeconds, variation, workers, backup, sync, kept)));
        parts.add(AsyncParts.staleness(run));
        if (bound != null) {
            parts.add(AsyncParts.bounded(
                    bound, workers, StragglerAnswer.simulate(workers, WorkerTimes.drawn(times), bound), run));
        }
        return parts;
    }

    private static String sentence(StragglerAnswer.Group group) {
        if (group.n() == 1) {
            return "One worker waits for nobody: " + Prints.full(Dimension.SECONDS, group.meanSeconds())
                    + " an iteration on average either way.";
        }
        return ("Synchronous: %s an iteration, because %d workers wait for the slowest of them; one alone takes %s."
                        + " Asynchronous: nobody waits, so %d updates take %s, with gradients that are %s stale on"
                        + " average.")
                .formatted(
                        Prints.full(Dimension.SECONDS, group.syncSeconds()),
                        group.n(),
                        Prints.full(Dimension.SECONDS, group.meanSeconds()),
                        group.n(),
                        Prints.full(Dimension.SECONDS, group.harmonicSeconds()),
                        StragglerAnswer.updates(group.n() - 1));
    }

    private static List<Step> steps(
            TimeDistribution family,
            double meanSeconds,
            double variation,
            int workers,
            int backup,
            double sync,
            double kept) {
        String mean = Prints.full(Dimension.SECONDS, meanSeconds);
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(
                "Expected slowest",
                "E[max of " + workers + "] of " + family.label() + "(" + mean + ", " + variation + ")",
                sync,
                Dimension.SECONDS,
                "an iteration waits for the largest of " + workers + " independent times, not for the mean"));
        if (backup > 0) {
            steps.add(new Step(
                    "Expected with backup",
                    "E[" + (workers - backup) + "th smallest of " + workers + "]",
                    kept,
                    Dimension.SECONDS,
                    "the slowest " + backup + " are not waited for"));
        }
        steps.add(new Step(
                "Slower than without noise",
                Prints.full(Dimension.SECONDS, sync) + " / " + mean,
                sync / meanSeconds,
                Dimension.FACTOR,
                "the price of waiting; it grows with the number of workers"));
        return steps;
    }
}
