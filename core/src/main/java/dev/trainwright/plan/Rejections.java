package dev.trainwright.plan;

import dev.trainwright.cost.MemoryPart;
import dev.trainwright.forecast.Evaluation;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Rule;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Why layouts were rejected, in words. */
final class Rejections {
    private Rejections() {}

    static List<Plan.Rejection> of(Tally tally, List<Part> parts) {
        List<Plan.Rejection> rejections = new ArrayList<>();
        for (int reason = 0; reason < SearchRule.count(); reason++) {
            Tally.Place place = tally.closest(reason);
            if (place != null) {
                Part part = parts.get(place.part());
                Layout closest = part.layout(place.shape(), place.sharding());
                rejections.add(new Plan.Rejection(
                        SearchRule.words(reason),
                        tally.count(reason),
                        closest,
                        miss(reason, tally.miss(reason), closest, part)));
            }
        }
        rejections.sort(Comparator.comparingLong(Plan.Rejection::count).reversed());
        return rejections;
    }

    private static String miss(int reason, double by, Layout closest, Part part) {
        if (reason == SearchRule.REPEATS.number()) {
            return "a schedule without a pipeline, a shard group of all ranks or of one, or a single micro-batch";
        }
        if (reason == SearchRule.EQUAL_CHUNKS.number()) {
            return "its " + closest.pp() * closest.virtualStages() + " chunks are not";
        }
        if (reason == SearchRule.HOST_MEMORY.number()) {
            return "by " + Prints.print(Dimension.BYTES, by) + " a device";
        }
        if (reason == SearchRule.MEMORY.number()) {
            Evaluation evaluation = part.evaluator(closest).evaluate(closest, false);
            int largest = 0;
            for (int i = 1; i < evaluation.memory().length; i++) {
                largest = evaluation.memory()[i] > evaluation.memory()[largest] ? i : largest;
            }
            long percent = Math.round(100 * evaluation.memory()[largest] / evaluation.residentBytes());
            return "by " + Prints.print(Dimension.BYTES, by) + "; the largest part is "
                    + MemoryPart.values()[largest].label() + ", " + percent + " %";
        }
        return String.join(
                "; ",
                Legality.problems(closest, part.job().workload(), part.job().cluster()));
    }

    /** What the space keeps to by construction. */
    static List<String> rules(Part part, Limits limits) {
        List<String> rules = new ArrayList<>();
        rules.add(
                limits.tensorAcrossNodes()
                        ? "tensor parallelism may leave a node"
                        : "tensor parallelism stays inside a node");
        rules.add("data parallelism takes the devices that the other degrees leave");
        rules.add("micro-batches are divisors of the batch, degrees divisors of the devices");
        rules.add("what hides behind compute is the runtime's, not chosen: "
                + (part.space().overlap().dataParallel() ? "data-parallel communication does" : "nothing does"));
        rules.add(SearchRule.words(SearchRule.EQUAL_CHUNKS.number()));
        rules.add(SearchRule.words(SearchRule.HOST_MEMORY.number()));
        for (Rule rule : Rule.values()) {
            rules.add(rule.statement());
        }
        return rules;
    }
}
