package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.world.Trace;
import java.util.EnumMap;
import java.util.Map;

/**
 * Books the wall time of one rank by the forecast's terms. Each instant belongs to one term: time inside a communication is taken away from the compute around
 * it.
 */
public final class Clock {
    private final Map<Term, Double> seconds = new EnumMap<>(Term.class);
    private final Trace trace;
    private long nested;

    public Clock(Trace trace) {
        this.trace = trace;
    }

    /** Runs {@code body} and books its time under {@code term}, less what it books itself. */
    public void run(Term term, Runnable body) {
        long outer = nested;
        nested = 0;
        long start = System.nanoTime();
        try {
            body.run();
        } finally {
            long elapsed = System.nanoTime() - start;
            add(term, (elapsed - nested) * 1e-9);
            nested = outer + elapsed;
            trace.add(Trace.Lane.LOOP, term.label(), term.group(), start);
        }
    }

    /** Records communication that native code has done besides the loop since {@code startNanos}. */
    void communicated(String what, long startNanos) {
        trace.add(Trace.Lane.COMMUNICATION, what, "communication", startNanos);
    }

    void tensorParallel(Runnable body) {
        run(Term.TENSOR_PARALLEL, body);
    }

    /** Books {@code amount} seconds, negative to take away. */
    public void add(Term term, double amount) {
        seconds.merge(term, amount, Double::sum);
    }

    /** Seconds booked so far under {@code term}. */
    public double booked(Term term) {
        return seconds.getOrDefault(term, 0.0);
    }

    /** What has been booked, and begins anew. */
    public Map<Term, Double> take() {
        Map<Term, Double> taken = new EnumMap<>(Term.class);
        taken.putAll(seconds);
        seconds.clear();
        return taken;
    }
}
