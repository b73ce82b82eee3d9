package dev.trainwright.app.verify;

import dev.trainwright.cost.Term;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Median;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run measured on rank 0: medians over its steps, without the first ones.
 *
 * @param steps that count
 * @param seconds of one iteration
 * @param terms seconds by term
 * @param peakBytes largest resident memory of the process
 */
public record Measured(int steps, double seconds, Map<Term, Double> terms, double peakBytes) {
    /** Steps in which caches fill and the JVM compiles. */
    public static final int WARMUP = 5;

    private static final JsonMapper JSON = new JsonMapper();

    public Measured {
        terms = Map.copyOf(terms);
    }

    /** Reads the lines of JSON that a run wrote. */
    public static Measured read(Path metrics) {
        try {
            List<JsonNode> lines = new ArrayList<>();
            for (String line : Files.readAllLines(metrics)) {
                lines.add(JSON.readTree(line));
            }
            List<JsonNode> counted = lines.subList(Math.min(WARMUP, lines.size() - 1), lines.size());
            Map<Term, Double> terms = new EnumMap<>(Term.class);
            for (Term term : Term.values()) {
                double[] values = counted.stream()
                        .mapToDouble(
                                line -> line.path("terms").path(term.name()).asDouble(0))
                        .toArray();
                terms.put(term, Median.withDefaults().evaluate(values));
            }
            double[] seconds = counted.stream()
                    .mapToDouble(line -> line.path("seconds").asDouble())
                    .toArray();
            return new Measured(
                    counted.size(),
                    Median.withDefaults().evaluate(seconds),
                    terms,
                    lines.get(lines.size() - 1).path("peakBytes").asDouble());
        } catch (IOException e) {
            throw new UncheckedIOException("the run's metrics cannot be read: " + e, e);
        }
    }
}
