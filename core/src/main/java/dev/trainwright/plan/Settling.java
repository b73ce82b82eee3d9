package dev.trainwright.plan;

import dev.trainwright.forecast.Evaluation;
import dev.trainwright.forecast.Iteration;
import dev.trainwright.layout.Layout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes candidates' times exact, those with the smallest lower bound first, and stops where the bounds prove that no other can be wanted. */
final class Settling {
    /** Candidates simulated at a time: a number of its own, so that the result does not depend on the number of threads. */
    private static final int BATCH = 16;

    private static final double ROUNDING = 1 - 1e-9;

    private final List<Part> parts;
    private final Objective by;
    private final double[] rates;
    private final Map<Key, Iteration> simulated = new ConcurrentHashMap<>();

    private record Key(int part, long shape, boolean shardsWeights) {}

    Settling(List<Part> parts, Objective by, double[] rates) {
        this.parts = parts;
        this.by = by;
        this.rates = rates;
    }

    /** The best {@code wanted} of {@code candidates}, which are sorted by their lower bound. */
    List<Settled> best(List<Candidate> candidates, int wanted) {
        Comparator<Settled> order = Comparator.comparingDouble(Settled::ranked)
                .thenComparingDouble(Settled::secondsPerSample)
                .thenComparing(Settled::candidate);
        List<Settled> best = new ArrayList<>();
        for (int from = 0; from < candidates.size(); from += BATCH) {
            if (best.size() == wanted
                    && best.get(wanted - 1).ranked() < candidates.get(from).least() * ROUNDING) {
                break;
            }
            best.addAll(settle(candidates.subList(from, Math.min(candidates.size(), from + BATCH))));
            best.sort(order);
            best.subList(Math.min(wanted, best.size()), best.size()).clear();
        }
        return best;
    }

    /** Of {@code candidates}, sorted by their lower bound, those that none of them beats in time and memory. */
    List<Settled> frontier(List<Candidate> candidates) {
        Frontier exact = new Frontier();
        List<Settled> settled = new ArrayList<>();
        for (int from = 0; from < candidates.size(); from += BATCH) {
            List<Candidate> open = candidates.subList(from, Math.min(candidates.size(), from + BATCH)).stream()
                    .filter(c -> exact.wants(c.least(), c.bytes()))
                    .toList();
            for (Settled s : settle(open)) {
                double seconds = s.secondsPerSample();
                Candidate c = s.candidate();
                exact.add(new Candidate(c.part(), c.shape(), c.sharding(), c.bytes(), seconds, seconds));
                settled.add(s);
            }
        }
        return settled.stream()
                .filter(s -> settled.stream().noneMatch(o -> o.beats(s)))
                .toList();
    }

    /** Pipelines simulated. */
    int simulated() {
        return simulated.size();
    }

    private List<Settled> settle(List<Candidate> candidates) {
        return candidates.parallelStream().map(this::settle).toList();
    }

    private Settled settle(Candidate c) {
        Part part = parts.get(c.part());
        Layout layout = part.layout(c.shape(), c.sharding());
        Key key = new Key(c.part(), c.shape(), layout.zero() == dev.trainwright.layout.ZeroStage.ZERO_3);
        Evaluation evaluation = simulated
                .computeIfAbsent(
                        key, k -> part.evaluator(layout).iteration(part.space().shape(c.shape()), true))
                .evaluate(layout.sharding());
        double seconds = evaluation.seconds() / part.globalBatch(layout.dp());
        double ranked = switch (by) {
            case TIME -> seconds;
            case COST -> seconds * rates[c.part()];
            case MEMORY -> c.bytes();
        };
        return new Settled(c, layout, evaluation, layout.devices(), seconds, ranked);
    }
}
