package dev.trainwright.app.plan;

import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.plan.Objective;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Why one layout is better than another: the terms in which they differ. */
final class Reasons {
    private static final int TERMS = 3;
    /** Of the iteration; smaller differences are not worth a word. */
    private static final double NOTICEABLE = 5e-4;

    private Reasons() {}

    /** Why {@code better} comes before {@code other}. */
    static String between(Objective by, Forecast better, Forecast other) {
        return switch (by) {
            case TIME -> time(better, other) + terms(better, other);
            case COST -> cost(better, other);
            case MEMORY -> memory(better, other);
        };
    }

    /** For instance: dp8 tp8 takes 0.40 % less time than dp16 tp4: bubble 0.21 s less, tensor parallel 0.08 s more. */
    private static String time(Forecast better, Forecast other) {
        return brief(better) + " takes " + percent(better.iterationSeconds(), other.iterationSeconds(), "time")
                + than(better.iterationSeconds(), other.iterationSeconds()) + brief(other);
    }

    private static String terms(Forecast better, Forecast other) {
        List<Term> terms = Arrays.stream(Term.values())
                .filter(t -> Math.abs(difference(t, better, other)) > NOTICEABLE * better.iterationSeconds())
                .sorted(Comparator.comparingDouble((Term t) -> -Math.abs(difference(t, better, other))))
                .limit(TERMS)
                .toList();
        return terms.isEmpty()
                ? "; no term differs noticeably."
                : ": " + terms.stream().map(t -> words(t, better, other)).collect(Collectors.joining(", ")) + ".";
    }

    private static String cost(Forecast better, Forecast other) {
        return brief(better) + " needs " + percent(deviceSeconds(better), deviceSeconds(other), "device time")
                + " for a sample" + than(deviceSeconds(better), deviceSeconds(other)) + brief(other) + ": "
                + better.layout().devices() + " devices for " + PlanTable.seconds(better.iterationSeconds())
                + " against " + other.layout().devices() + " for " + PlanTable.seconds(other.iterationSeconds()) + ".";
    }

    private static String memory(Forecast better, Forecast other) {
        double held = better.memory().residentBytes();
        double others = other.memory().residentBytes();
        return (held == others
                        ? brief(better) + " holds as much as " + brief(other)
                        : brief(better) + " holds " + Prints.print(Dimension.BYTES, others - held) + " less than "
                                + brief(other))
                + " and takes " + percent(better.iterationSeconds(), other.iterationSeconds(), "time") + ".";
    }

    /** Without failures, which depend on the number of devices alone and are part of the ranking. */
    private static double deviceSeconds(Forecast f) {
        return f.layout().devices() / f.throughput().samplesPerSecond();
    }

    private static String percent(double value, double other, String what) {
        return alike(value, other)
                ? "as much " + what
                : Prints.fixed(100 * Math.abs(other - value) / other, 2) + " % " + (value < other ? "less " : "more ")
                        + what;
    }

    private static String than(double value, double other) {
        return alike(value, other) ? " as " : " than ";
    }

    /** To the two decimals of a percentage. */
    private static boolean alike(double value, double other) {
        return Math.abs(other - value) < 5e-5 * other;
    }

    private static String brief(Forecast f) {
        return LayoutWords.brief(f.layout());
    }

    private static String words(Term term, Forecast better, Forecast other) {
        double seconds = difference(term, better, other);
        return term.label() + " " + PlanTable.seconds(Math.abs(seconds)) + (seconds < 0 ? " less" : " more");
    }

    private static double difference(Term term, Forecast better, Forecast other) {
        return better.terms().getOrDefault(term, 0.0) - other.terms().getOrDefault(term, 0.0);
    }
}
