package dev.trainwright.plan;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Efforts;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Searches every layout of a job. Each one that is possible has its memory forecast and, where it fits, its time; a pipeline's time is bounded from both sides, and only what the
 * bounds leave open is simulated. The result is the same for any number of threads.
 */
public final class Planner {
    /** Stretches that a space is cut into, each with bounds of its own. */
    private static final int STRETCHES = 1024;

    private Planner() {}

    /**
     * Plans {@code job}.
     *
     * @param by what to rank by
     * @param top how many plans to forecast in full
     * @param nanoTime a clock
     */
    public static Plan plan(
            Job job,
            Calibrations calibrations,
            Objective by,
            int top,
            Limits limits,
            Progress progress,
            java.util.function.LongSupplier nanoTime) {
        long start = nanoTime.getAsLong();
        List<Part> parts = Part.of(job, limits, calibrations);
        double[] rates = parts.stream()
                .map(Part::job)
                .mapToDouble(j -> j.cluster().devices() * (by == Objective.COST ? Efforts.stretch(j.cluster()) : 1))
                .toArray();
        Settling settling = new Settling(parts, by, rates);
        Tally all = new Tally(top);
        List<Settled> fronts = new ArrayList<>();
        double shapes = parts.stream().mapToLong(p -> p.space().shapes()).sum();
        LongAdder shapesDone = new LongAdder();
        LongAdder layoutsDone = new LongAdder();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            int number = i;
            List<Tally> tallies = IntStream.range(0, STRETCHES)
                    .parallel()
                    .mapToObj(stretch -> {
                        long from = bound(part, stretch);
                        long to = bound(part, stretch + 1);
                        Tally tally = new Scan(part, number, by, rates[number], top).range(from, to);
                        shapesDone.add(to - from);
                        layoutsDone.add(tally.fitting());
                        progress.at(shapesDone.sum() / shapes, layoutsDone.sum());
                        return tally;
                    })
                    .toList();
            Tally whole = tallies.stream().reduce(new Tally(top), Tally::merge);
            fronts.addAll(settling.frontier(whole.frontier.candidates()));
            all.merge(whole);
        }
        List<Settled> best = settling.best(all.shortlist.candidates(), top);
        List<Forecast> plans = best.stream()
                .map(s -> Forecaster.forecast(
                        parts.get(s.candidate().part()).job().with(s.layout()), calibrations))
                .toList();
        return new Plan(
                job,
                by,
                Rejections.rules(parts.get(0), limits),
                plans,
                pareto(fronts),
                Rejections.of(all, parts),
                DataParallelAnswer.of(job),
                new Plan.Search(
                        parts.stream().mapToLong(p -> p.space().size()).sum(),
                        all.fitting(),
                        settling.simulated(),
                        (nanoTime.getAsLong() - start) / 1e9));
    }

    private static long bound(Part part, int stretch) {
        return part.space().shapes() * stretch / STRETCHES;
    }

    private static List<Plan.Choice> pareto(List<Settled> fronts) {
        return fronts.stream()
                .filter(s -> fronts.stream().noneMatch(o -> o.beats(s)))
                .sorted(Comparator.comparingDouble(Settled::secondsPerSample).thenComparing(Settled::candidate))
                .map(s -> new Plan.Choice(
                        s.layout(),
                        s.devices(),
                        s.evaluation().seconds(),
                        s.secondsPerSample(),
                        s.candidate().bytes()))
                .toList();
    }
}
