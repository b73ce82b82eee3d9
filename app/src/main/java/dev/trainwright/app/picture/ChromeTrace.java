package dev.trainwright.app.picture;

import dev.trainwright.cost.PipelineSimulator.Event;
import dev.trainwright.train.measure.ChromeTrace.Track;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A timeline as a Chrome trace: a thread for each stage. */
public final class ChromeTrace {
    private ChromeTrace() {}

    /** The timeline as JSON. */
    public static String of(Timeline timeline) {
        List<Track> stages = IntStream.range(0, timeline.stages())
                .mapToObj(stage -> new Track(0, stage, "stage " + stage))
                .toList();
        return dev.trainwright.train.measure.ChromeTrace.json(
                Map.of(),
                stages,
                timeline.events().stream().map(ChromeTrace::event).toList());
    }

    private static dev.trainwright.train.measure.ChromeTrace.Event event(Event event) {
        var operation = event.operation();
        return new dev.trainwright.train.measure.ChromeTrace.Event(
                0,
                event.stage(),
                (operation.forward() ? "F" : "B") + operation.microBatch(),
                operation.forward() ? "forward" : "backward",
                event.start(),
                event.end() - event.start(),
                Map.of("microBatch", operation.microBatch(), "chunk", operation.chunk()));
    }
}
