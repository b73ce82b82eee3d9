package dev.trainwright.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Candidates that no other is certain to beat in both time and memory. */
final class Frontier {
    /** Bytes by upper bound of time: a stair that falls. */
    private final NavigableMap<Double, Double> stairs = new TreeMap<>();

    private final List<Candidate> kept = new ArrayList<>();
    private int compacted;

    /** Whether nothing that surely takes no longer holds as little. */
    boolean wants(double least, double bytes) {
        Map.Entry<Double, Double> step = stairs.floorEntry(least);
        return step == null || step.getValue() > bytes;
    }

    /** Takes {@code candidate} in if it is wanted. */
    void add(Candidate candidate) {
        if (!wants(candidate.least(), candidate.bytes())) {
            return;
        }
        kept.add(candidate);
        if (wants(candidate.most(), candidate.bytes())) {
            NavigableMap<Double, Double> slower = stairs.tailMap(candidate.most(), true);
            slower.values().removeIf(bytes -> bytes >= candidate.bytes());
            stairs.put(candidate.most(), candidate.bytes());
        }
        if (kept.size() > 2 * compacted + 1_000) {
            kept.removeIf(this::beaten);
            compacted = kept.size();
        }
    }

    /** The candidates, those with the smallest lower bound first. */
    List<Candidate> candidates() {
        return kept.stream().filter(c -> !beaten(c)).sorted().toList();
    }

    /** A candidate may stand on the stair itself. */
    private boolean beaten(Candidate c) {
        Map.Entry<Double, Double> step = stairs.floorEntry(c.least());
        return step != null
                && (step.getValue() < c.bytes() || (step.getValue() == c.bytes() && step.getKey() < c.least()));
    }
}
