package dev.trainwright.plan;

import dev.trainwright.forecast.Forecast;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import java.util.List;
import java.util.Optional;

/**
 * The answer of a search.
 *
 * @param job what was asked
 * @param by what plans are ranked by
 * @param rules that the space keeps by construction, in sentences
 * @param plans the best, forecast in full, best first
 * @param pareto layouts that no other beats in time, memory and devices at once, fastest first
 * @param rejected why the others were rejected, most frequent first
 * @param dataParallel the plain answer: whether one copy of the model fits a device at all
 * @param search how the answer was found
 */
public record Plan(
        Job job,
        Objective by,
        List<String> rules,
        List<Forecast> plans,
        List<Choice> pareto,
        List<Rejection> rejected,
        DataParallelAnswer dataParallel,
        Search search) {
    public Plan {
        rules = List.copyOf(rules);
        plans = List.copyOf(plans);
        pareto = List.copyOf(pareto);
        rejected = List.copyOf(rejected);
    }

    /** Of the layouts that hold too much memory the one that misses by least; empty where there are none. */
    public Optional<Rejection> closestToFit() {
        return rejected.stream()
                .filter(r -> r.reason().equals(SearchRule.words(SearchRule.MEMORY.number())))
                .findFirst();
    }

    /**
     * A layout with the figures that choices are made by.
     *
     * @param layout how the job is split
     * @param devices at work
     * @param iterationSeconds with the pipeline simulated
     * @param secondsPerSample of the whole job
     * @param bytes held by the fullest device
     */
    public record Choice(Layout layout, int devices, double iterationSeconds, double secondsPerSample, double bytes) {}

    /**
     * Layouts rejected for one reason.
     *
     * @param reason the rule that they break, or that they do not fit
     * @param count how many
     * @param closest the one that comes closest to being possible
     * @param miss what it misses by, in words
     */
    public record Rejection(String reason, long count, Layout closest, String miss) {}

    /**
     * How the answer was found.
     *
     * @param considered layouts of the space, possible or not
     * @param layouts of them that are possible and fit: all forecast in full
     * @param simulated pipelines simulated, since no bound ruled their layouts out
     * @param seconds it took
     */
    public record Search(long considered, long layouts, long simulated, double seconds) {}
}
