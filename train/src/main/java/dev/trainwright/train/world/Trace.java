package dev.trainwright.train.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What this rank did when; recorded only where somebody asked for it. */
public final class Trace {
    /** What may happen at the same time. */
    public enum Lane {
        /** The training loop: compute, and waiting. */
        LOOP,
        /** Communication, from its start until it has ended or was waited for. */
        COMMUNICATION
    }

    /**
     * Something that took time.
     *
     * @param category {@code compute}, {@code communication} and the other groups of terms
     * @param startNanos by this process's {@link System#nanoTime}
     */
    public record Span(Lane lane, String name, String category, long startNanos, long endNanos) {}

    private final boolean on;
    private final List<Span> spans = Collections.synchronizedList(new ArrayList<>());

    private Trace(boolean on) {
        this.on = on;
    }

    /** One that records, or one that does not. */
    public static Trace of(boolean on) {
        return new Trace(on);
    }

    /** Records something that ends now. */
    public void add(Lane lane, String name, String category, long startNanos) {
        if (on) {
            spans.add(new Span(lane, name, category, startNanos, System.nanoTime()));
        }
    }

    /** Everything so far. */
    public List<Span> spans() {
        synchronized (spans) {
            return List.copyOf(spans);
        }
    }
}
