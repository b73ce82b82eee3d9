package dev.trainwright.app.picture;

import dev.trainwright.cost.PipelineSimulator.Event;
import java.util.List;

/**
 * An iteration of a pipeline as it was played.
 *
 * @param stages p
 * @param events every operation
 */
public record Timeline(int stages, List<Event> events) {
    public Timeline {
        events = List.copyOf(events);
    }

    /** When the last operation ends. */
    public double seconds() {
        return events.stream().mapToDouble(Event::end).max().orElse(0);
    }

    /** What {@code stage} computes and sends, of all that time. */
    public double busySeconds(int stage) {
        return events.stream()
                .filter(e -> e.stage() == stage)
                .mapToDouble(e -> e.end() - e.start())
                .sum();
    }

    /** The share of the time in which {@code stage} waits: its bubble. */
    public double idleShare(int stage) {
        return 1 - busySeconds(stage) / seconds();
    }
}
