package dev.trainwright.app.verify;

import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Synchrony;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is forecast of a run.
 *
 * @param seconds of one iteration; of asynchronous workers the mean of theirs
 * @param interval that nine runs in ten fall into, null where nothing says
 * @param terms seconds by term
 * @param residentBytes of the fullest process
 * @param limitBytes memory of the job's device
 * @param layout of the run
 */
public record Expected(
        double seconds,
        Forecast.@Nullable Interval interval,
        Map<Term, Double> terms,
        double residentBytes,
        double limitBytes,
        Layout layout) {
    public Expected {
        terms = Map.copyOf(terms);
    }

    /**
     * A forecast, with one worker late by {@code lateSeconds} in every micro-batch: synchronous workers all wait for it (the slowest paces), asynchronous ones do not.
     *
     * @param limitBytes memory of the job's device
     */
    public static Expected of(Forecast forecast, double lateSeconds, double limitBytes) {
        Layout layout = forecast.layout();
        double late = lateSeconds * forecast.throughput().microBatches();
        double own = late / layout.dp();
        boolean waits = !(layout.synchrony() instanceof Synchrony.Asynchronous);
        Map<Term, Double> terms = new EnumMap<>(Term.class);
        terms.putAll(forecast.terms());
        if (late > 0) {
            terms.merge(Term.INPUT, own, Double::sum);
            if (waits) {
                terms.merge(Term.STRAGGLER, late - own, Double::sum);
            }
        }
        double more = waits ? late : own;
        Forecast.Interval interval = forecast.iteration();
        return new Expected(
                forecast.iterationSeconds() + more,
                interval == null ? null : new Forecast.Interval(interval.low() + more, interval.high() + more),
                terms,
                forecast.memory().residentBytes(),
                limitBytes,
                layout);
    }

    /** Ranks that take steps. */
    public int ranks() {
        return layout.devices();
    }

    /** Whether the fullest process stays within the device's memory. */
    public boolean fits() {
        return residentBytes <= limitBytes;
    }
}
