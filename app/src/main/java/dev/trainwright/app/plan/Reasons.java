package dev.trainwright.app.plan;

import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
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

    /** For instance: 0.4 % faster than dp8 tp8: bubble 0.21 s less, tensor parallel 0.08 s more. */
    static String between(Forecast better, Forecast other) {
        double gain = other.iterationSeconds() - better.iterationSeconds();
        List<Term> terms = Arrays.stream(Term.values())
                .filter(t -> Math.abs(difference(t, better, other)) > NOTICEABLE * better.iterationSeconds())
                .sorted(Comparator.comparingDouble((Term t) -> -Math.abs(difference(t, better, other))))
                .limit(TERMS)
                .toList();
        String compared = LayoutWords.brief(better.layout()) + " takes "
                + Prints.fixed(100 * Math.abs(gain) / other.iterationSeconds(), 2) + " % "
                + (gain >= 0 ? "less" : "more") + " time than " + LayoutWords.brief(other.layout());
        return terms.isEmpty()
                ? compared + "; no term differs noticeably."
                : compared + ": "
                        + terms.stream().map(t -> words(t, better, other)).collect(Collectors.joining(", ")) + ".";
    }

    private static String words(Term term, Forecast better, Forecast other) {
        double seconds = difference(term, better, other);
        return term.label() + " " + PlanTable.seconds(Math.abs(seconds)) + (seconds < 0 ? " less" : " more");
    }

    private static double difference(Term term, Forecast better, Forecast other) {
        return better.terms().getOrDefault(term, 0.0) - other.terms().getOrDefault(term, 0.0);
    }
}
