package dev.trainwright.app.verify;

import dev.trainwright.cost.Term;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * What a run measured: medians over its steps, the first ones left out, and those that other work disturbed where enough others are left.
 *
 * @param ranks each rank that takes steps, in order
 * @param steps that count
 * @param disturbed steps left out
 * @param quiet whether the steps that count were undisturbed; else all count, for want of better
 * @param losses of every step, as rank 0 saw them
 * @param staleness of asynchronous updates, null where there were none
 */
public record Measured(
        List<Rank> ranks,
        int steps,
        int disturbed,
        boolean quiet,
        List<Double> losses,
        @Nullable Staleness staleness) {
    /** Steps from which a median is taken. */
    public static final int ENOUGH = 10;

    /**
     * One rank.
     *
     * @param rank its number
     * @param seconds of one iteration
     * @param terms seconds by term
     * @param otherSeconds that no term holds
     * @param peakBytes largest resident memory of the process
     */
    public record Rank(int rank, double seconds, Map<Term, Double> terms, double otherSeconds, double peakBytes) {
        public Rank {
            terms = Map.copyOf(terms);
        }

        /** Seconds of the terms of {@code group}: compute, communication, ... */
        public double seconds(String group) {
            return terms.entrySet().stream()
                    .filter(e -> e.getKey().group().equals(group))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }
    }

    /**
     * By how many updates gradients were behind.
     *
     * @param updates of the server
     * @param mean of all
     * @param most of any
     */
    public record Staleness(int updates, double mean, int most) {}

    public Measured {
        ranks = List.copyOf(ranks);
        losses = List.copyOf(losses);
    }

    /** Reads what each rank's metrics file holds; rank r's is the r-th. A parameter server has one of its own. */
    public static Measured read(List<Path> files, @Nullable Path server, int cores) throws IOException {
        List<List<Step>> ranks = new ArrayList<>();
        for (Path file : files) {
            ranks.add(Step.read(Files.readAllLines(file)));
        }
        return of(ranks, server == null ? null : Step.staleness(Files.readAllLines(server)), cores);
    }

    static Measured of(List<List<Step>> ranks, @Nullable Staleness staleness, int cores) {
        int all = ranks.stream().mapToInt(List::size).min().orElse(0);
        int counted = all - Math.min(Quiet.WARMUP, all - 1);
        List<Integer> undisturbed = Quiet.steps(ranks, cores);
        boolean quiet = undisturbed.size() >= Math.min(ENOUGH, counted);
        List<Integer> chosen = quiet
                ? undisturbed
                : IntStream.range(all - counted, all).boxed().toList();
        List<Rank> found = new ArrayList<>();
        for (int r = 0; r < ranks.size(); r++) {
            found.add(rank(r, ranks.get(r), chosen));
        }
        return new Measured(
                found,
                chosen.size(),
                counted - undisturbed.size(),
                quiet,
                ranks.get(0).stream().map(Step::loss).toList(),
                staleness);
    }

    private static Rank rank(int number, List<Step> steps, List<Integer> chosen) {
        Map<Term, Double> terms = new EnumMap<>(Term.class);
        for (Term term : Term.values()) {
            terms.put(term, median(steps, chosen, step -> step.seconds(term)));
        }
        return new Rank(
                number,
                median(steps, chosen, Step::seconds),
                terms,
                median(steps, chosen, Step::otherSeconds),
                steps.get(steps.size() - 1).peakBytes());
    }

    private static double median(List<Step> steps, List<Integer> chosen, ToDoubleFunction<Step> value) {
        return Median.withDefaults()
                .evaluate(chosen.stream()
                        .mapToDouble(i -> value.applyAsDouble(steps.get(i)))
                        .toArray());
    }

    /** Seconds of one iteration, the mean of the ranks: synchronised ones are all alike. */
    public double seconds() {
        return ranks.stream().mapToDouble(Rank::seconds).average().orElseThrow();
    }

    /** Seconds of {@code term} on the ranks that pace, their mean: those of the pipeline stage, {@code perStage} ranks each, that computes longest. */
    public double seconds(Term term, int perStage) {
        return pacing(perStage).stream()
                .mapToDouble(rank -> rank.terms().getOrDefault(term, 0.0))
                .average()
                .orElseThrow();
    }

    /** What no term holds, on the ranks that pace. */
    public double otherSeconds(int perStage) {
        return pacing(perStage).stream()
                .mapToDouble(Rank::otherSeconds)
                .average()
                .orElseThrow();
    }

    private List<Rank> pacing(int perStage) {
        List<Rank> slowest = List.of();
        double most = -1;
        for (int from = 0; from < ranks.size(); from += perStage) {
            List<Rank> stage = ranks.subList(from, Math.min(ranks.size(), from + perStage));
            double seconds =
                    stage.stream().mapToDouble(r -> r.seconds("compute")).sum();
            if (seconds > most) {
                most = seconds;
                slowest = stage;
            }
        }
        return slowest;
    }

    /** The rank with the largest resident memory. */
    public Rank fullest() {
        Rank fullest = ranks.get(0);
        for (Rank rank : ranks) {
            fullest = rank.peakBytes() > fullest.peakBytes() ? rank : fullest;
        }
        return fullest;
    }
}
