package dev.trainwright.app.verify;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run of training came to, by the lines of its metrics. */
public final class TrainReport {
    private static final JsonMapper JSON = new JsonMapper();

    private record Run(List<JsonNode> steps) {
        @Nullable
        Double first(String field) {
            return steps.isEmpty() ? null : number(steps.get(0), field);
        }

        @Nullable
        Double last(String field) {
            return steps.isEmpty() ? null : number(steps.get(steps.size() - 1), field);
        }

        @Nullable
        Double median(String field) {
            double[] values = steps.stream()
                    .filter(step -> step.has(field))
                    .mapToDouble(step -> step.path(field).asDouble())
                    .toArray();
            return values.length == 0 ? null : Median.withDefaults().evaluate(values);
        }
    }

    private static final List<Metric<Run>> METRICS = List.of(
            Metric.number("steps", "", Prints::number, run -> run.last("step")),
            Metric.number("firstLoss", "", Prints::number, run -> run.first("loss")),
            Metric.number("lastLoss", "", Prints::number, run -> run.last("loss")),
            Metric.of("stepSeconds", "", Dimension.SECONDS, run -> run.median("seconds")),
            Metric.number("tokensPerSecond", "", Prints::number, run -> run.median("tokensPerSecond")),
            Metric.number("samplesPerSecond", "", Prints::number, run -> run.median("samplesPerSecond")),
            Metric.of("peakBytes", "", Dimension.BYTES, run -> run.last("peakBytes")));

    private static final List<Metric<JsonNode>> HELD_OUT = List.of(
            Metric.number("step", "", Prints::number, line -> number(line, "step")),
            Metric.number("loss", "", Prints::number, line -> number(line, "heldOutLoss")),
            Metric.number("perplexity", "", Prints::number, line -> number(line, "heldOutPerplexity")),
            Metric.number("accuracy", "", Prints::number, line -> number(line, "heldOutAccuracy")));

    private TrainReport() {}

    /**
     * The report, for programs: people have read the run's own lines.
     *
     * @param cause why it failed; null where it was completed
     * @param lines of rank 0's metrics, which may begin with those of runs before
     */
    public static Report of(String job, int ranks, @Nullable String cause, List<String> lines) {
        List<JsonNode> own = last(lines.stream().map(JSON::readTree).toList());
        Run run = new Run(own.stream().filter(line -> line.has("loss")).toList());
        List<JsonNode> evaluations =
                own.stream().filter(line -> line.has("heldOutLoss")).toList();
        List<Part> parts = new ArrayList<>(
                List.of(new Hidden("job", job), new Hidden("ranks", ranks), new Hidden("completed", cause == null)));
        parts.add(cause == null ? TextAndJson.nothing("cause") : new Hidden("cause", cause));
        parts.add(new Facts<>("", "", run, METRICS));
        parts.add(
                evaluations.isEmpty()
                        ? TextAndJson.nothing("heldOut")
                        : new Facts<>("heldOut", "", evaluations.get(evaluations.size() - 1), HELD_OUT));
        return new Report(parts);
    }

    /** The lines behind the last fall of the step's number: a run that begins anew appends to an older file. */
    private static List<JsonNode> last(List<JsonNode> lines) {
        int from = lines.size();
        while (from > 0 && (from == lines.size() || step(lines, from - 1) <= step(lines, from))) {
            from--;
        }
        return lines.subList(from, lines.size());
    }

    private static long step(List<JsonNode> lines, int index) {
        return lines.get(index).path("step").asLong();
    }

    private static @Nullable Double number(JsonNode line, String field) {
        double value = line.path(field).asDouble(Double.NaN);
        return Double.isFinite(value) ? value : null;
    }
}
