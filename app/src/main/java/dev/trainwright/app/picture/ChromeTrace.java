package dev.trainwright.app.picture;

import dev.trainwright.cost.PipelineSimulator.Event;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A timeline in the Trace Event Format, which chrome://tracing and Perfetto open: a thread for each stage, times in microseconds. */
public final class ChromeTrace {
    private static final JsonMapper JSON = JsonMapper.shared();

    private ChromeTrace() {}

    /** The timeline as JSON. */
    public static String of(Timeline timeline) {
        ObjectNode trace = JSON.createObjectNode();
        ArrayNode events = trace.putArray("traceEvents");
        for (int stage = 0; stage < timeline.stages(); stage++) {
            ObjectNode name = events.addObject();
            name.put("name", "thread_name").put("ph", "M").put("pid", 0).put("tid", stage);
            name.putObject("args").put("name", "stage " + stage);
        }
        for (Event event : timeline.events()) {
            var operation = event.operation();
            ObjectNode node = events.addObject();
            node.put("name", (operation.forward() ? "F" : "B") + operation.microBatch());
            node.put("cat", operation.forward() ? "forward" : "backward").put("ph", "X");
            node.put("ts", 1e6 * event.start()).put("dur", 1e6 * (event.end() - event.start()));
            node.put("pid", 0).put("tid", event.stage());
            node.putObject("args").put("microBatch", operation.microBatch()).put("chunk", operation.chunk());
        }
        trace.put("displayTimeUnit", "ms");
        return JSON.writeValueAsString(trace);
    }
}
