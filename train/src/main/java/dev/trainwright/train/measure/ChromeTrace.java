package dev.trainwright.train.measure;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the Trace Event Format, which chrome://tracing and Perfetto open: times in microseconds. */
public final class ChromeTrace {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final double MICROSECONDS = 1e6;

    private ChromeTrace() {}

    /** A row of the picture. */
    public record Track(int process, int thread, String name) {}

    /**
     * Something that took time.
     *
     * @param category what it is coloured by
     * @param arguments more to tell of it
     */
    public record Event(
            int process,
            int thread,
            String name,
            String category,
            double startSeconds,
            double seconds,
            Map<String, Integer> arguments) {
        public Event {
            arguments = Map.copyOf(arguments);
        }
    }

    /**
     * The trace as JSON.
     *
     * @param processes their names by number, empty for one without a name
     */
    public static String json(Map<Integer, String> processes, List<Track> tracks, List<Event> events) {
        ObjectNode trace = JSON.createObjectNode();
        ArrayNode all = trace.putArray("traceEvents");
        processes.forEach((process, name) -> name(all, "process_name", name).put("pid", process));
        for (Track track : tracks) {
            name(all, "thread_name", track.name()).put("pid", track.process()).put("tid", track.thread());
        }
        for (Event event : events) {
            ObjectNode node = all.addObject();
            node.put("name", event.name()).put("cat", event.category()).put("ph", "X");
            node.put("ts", MICROSECONDS * event.startSeconds()).put("dur", MICROSECONDS * event.seconds());
            node.put("pid", event.process()).put("tid", event.thread());
            if (!event.arguments().isEmpty()) {
                node.set("args", JSON.valueToTree(event.arguments()));
            }
        }
        trace.put("displayTimeUnit", "ms");
        return JSON.writeValueAsString(trace);
    }

    private static ObjectNode name(ArrayNode events, String kind, String name) {
        ObjectNode node = events.addObject();
        node.put("name", kind).put("ph", "M");
        node.putObject("args").put("name", name);
        return node;
    }
}
