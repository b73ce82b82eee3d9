package dev.trainwright.app.verify;

import dev.trainwright.cost.Term;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of a rank's metrics.
 *
 * @param step number, 1 for the first
 * @param loss of its global batch
 * @param seconds of the step
 * @param terms seconds by term
 * @param peakBytes largest resident memory of the process so far
 * @param processSeconds processor time of the process so far
 * @param machineSeconds processor time of all processes so far
 */
record Step(
        long step,
        double loss,
        double seconds,
        Map<Term, Double> terms,
        double peakBytes,
        double processSeconds,
        double machineSeconds) {
    private static final JsonMapper JSON = new JsonMapper();

    Step {
        terms = Map.copyOf(terms);
    }

    /** The steps among the lines of a metrics file. */
    static List<Step> read(List<String> lines) {
        List<Step> steps = new ArrayList<>();
        for (String line : lines) {
            JsonNode node = JSON.readTree(line);
            if (node.has("terms")) {
                steps.add(of(node));
            }
        }
        return steps;
    }

    /** What the lines of a parameter server's metrics file tell of its updates. */
    static Measured.Staleness staleness(List<String> lines) {
        JsonNode last = JSON.readTree(lines.get(lines.size() - 1));
        return new Measured.Staleness(
                last.path("updates").asInt(),
                last.path("meanStaleness").asDouble(),
                last.path("mostStaleness").asInt());
    }

    private static Step of(JsonNode line) {
        Map<Term, Double> terms = new EnumMap<>(Term.class);
        line.path("terms")
                .propertyStream()
                .forEach(e -> terms.put(Term.valueOf(e.getKey()), e.getValue().asDouble()));
        return new Step(
                line.path("step").asLong(),
                line.path("loss").asDouble(),
                line.path("seconds").asDouble(),
                terms,
                line.path("peakBytes").asDouble(),
                line.path("processSeconds").asDouble(),
                line.path("machineSeconds").asDouble());
    }

    double seconds(Term term) {
        return terms.getOrDefault(term, 0.0);
    }

    /** What no term holds: making scopes, counting, this line. */
    double otherSeconds() {
        return seconds
                - terms.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
