package dev.trainwright.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/** Candidates of which no {@code wanted} others are certain to be better: those whose lower bound does not exceed the {@code wanted}-th smallest upper bound. */
final class Shortlist {
    private static final double ROUNDING = 1 - 1e-9;

    private final int wanted;
    private final PriorityQueue<Double> best = new PriorityQueue<>(Collections.reverseOrder());
    private final List<Candidate> kept = new ArrayList<>();
    private double limit = Double.POSITIVE_INFINITY;
    private int compacted;

    Shortlist(int wanted) {
        this.wanted = wanted;
    }

    /** Whether a candidate of that lower bound could be among the best. */
    boolean wants(double least) {
        return least * ROUNDING <= limit;
    }

    /** Takes {@code candidate} in if it is wanted. */
    void add(Candidate candidate) {
        if (!wants(candidate.least())) {
            return;
        }
        kept.add(candidate);
        best.add(candidate.most());
        if (best.size() > wanted) {
            best.remove();
        }
        if (best.size() == wanted) {
            limit = best.element();
        }
        if (kept.size() > 2 * compacted + 1_000) {
            kept.removeIf(c -> !wants(c.least()));
            compacted = kept.size();
        }
    }

    /** The candidates, those with the smallest lower bound first. */
    List<Candidate> candidates() {
        return kept.stream().filter(c -> wants(c.least())).sorted().toList();
    }
}
