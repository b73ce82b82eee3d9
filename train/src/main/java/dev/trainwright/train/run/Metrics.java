package dev.trainwright.train.run;

import dev.trainwright.train.measure.Busy;
import dev.trainwright.train.trainer.Evaluation;
import dev.trainwright.train.trainer.StepResult;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What a rank tells of a run: a line for people now and then, a line of JSON every step. */
final class Metrics implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final double LINE_SECONDS = 2;

    private final PrintStream out;
    private final long steps;
    private final String unit;
    private final @Nullable Path path;
    private @Nullable BufferedWriter file;
    private final @Nullable EventFile events;
    private double sinceLine = LINE_SECONDS;

    /**
     * @param unit of what is counted: {@code tokens}
     * @param path of a file of JSON lines, appended to; null for none
     * @param events folder of TensorBoard's files, null for none
     */
    Metrics(PrintStream out, long steps, String unit, @Nullable Path path, @Nullable Path events) {
        this.out = out;
        this.steps = steps;
        this.unit = unit;
        this.path = path;
        this.events = events == null ? null : EventFile.in(events);
    }

    /**
     * Before the first step.
     *
     * @param done steps that are not taken again
     * @param again whether this is a run that failed before: lines of steps to be taken again are then dropped, the last of which may be cut short
     */
    void start(long done, boolean again) {
        if (path == null) {
            return;
        }
        try {
            if ((again || done > 0) && Files.isRegularFile(path)) {
                Path kept = path.resolveSibling(path.getFileName() + ".kept");
                Files.write(
                        kept,
                        Files.readAllLines(path).stream()
                                .filter(line -> stepOf(line) <= done)
                                .toList());
                Files.move(kept, path, StandardCopyOption.ATOMIC_MOVE);
            }
            file = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("metrics cannot be written: " + e, e);
        }
    }

    private static long stepOf(String line) {
        try {
            return JSON.readTree(line).path("step").asLong(Long.MAX_VALUE);
        } catch (JacksonException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Tells of one step; {@code peakBytes} is the process's largest resident memory so far. */
    void step(StepResult result, long peakBytes) {
        double rate = result.counted() / result.seconds();
        sinceLine += result.seconds();
        if (sinceLine >= LINE_SECONDS || result.step() == steps) {
            sinceLine = 0;
            out.printf(
                    "step %d of %d: loss %.4f, %,.0f %s/s, %.0f ms a step, %s left%n",
                    result.step(),
                    steps,
                    result.loss(),
                    rate,
                    unit,
                    result.seconds() * 1e3,
                    duration((steps - result.step()) * result.seconds()));
        }
        write(result.step(), line(result, rate, peakBytes));
    }

    /** Tells how the model does on what was held out. */
    void evaluation(long step, Evaluation evaluation) {
        boolean classes = !Double.isNaN(evaluation.accuracy());
        if (classes) {
            out.printf(
                    "step %d: held out: loss %.4f, perplexity %.2f, right %.2f %% of %,d %s%n",
                    step,
                    evaluation.loss(),
                    evaluation.perplexity(),
                    100 * evaluation.accuracy(),
                    evaluation.counted(),
                    unit);
        } else {
            out.printf(
                    "step %d: held out: squared error %.4f in the mean of %,d %s%n",
                    step, evaluation.loss(), evaluation.counted(), unit);
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", step);
        line.put("heldOutLoss", evaluation.loss());
        if (classes) {
            line.put("heldOutPerplexity", evaluation.perplexity());
            line.put("heldOutAccuracy", evaluation.accuracy());
        }
        write(step, line);
    }

    /** Tells by how many updates the gradients that a parameter server took were behind. */
    void staleness(List<Integer> staleness) {
        double mean = staleness.stream().mapToInt(Integer::intValue).average().orElse(0);
        int most = staleness.stream().mapToInt(Integer::intValue).max().orElse(0);
        out.printf("%d updates, staleness %.2f in the mean, %d at most%n", staleness.size(), mean, most);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("updates", staleness.size());
        line.put("meanStaleness", mean);
        line.put("mostStaleness", most);
        write(staleness.size(), line);
    }

    private Map<String, Object> line(StepResult result, double rate, long peakBytes) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", result.step());
        line.put("loss", result.loss());
        line.put("learningRate", result.learningRate());
        if (!Double.isNaN(result.gradientNorm())) {
            line.put("gradientNorm", result.gradientNorm());
        }
        line.put("seconds", result.seconds());
        line.put(unit + "PerSecond", rate);
        line.put("terms", new TreeMap<>(result.terms()));
        line.put("peakBytes", peakBytes);
        line.put("processSeconds", Busy.processSeconds());
        line.put("machineSeconds", Busy.machineSeconds());
        return line;
    }

    /** One line of JSON, and the same numbers as events. */
    private void write(long step, Map<String, Object> line) {
        if (events != null) {
            events.write(System.currentTimeMillis() * 1e-3, step, scalars(line));
        }
        if (file != null) {
            try {
                file.write(JSON.writeValueAsString(line));
                file.newLine();
                file.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("metrics cannot be written: " + e, e);
            }
        }
    }

    private static Map<String, Double> scalars(Map<String, Object> line) {
        Map<String, Double> scalars = new LinkedHashMap<>();
        line.forEach((name, value) -> {
            if (value instanceof Number number && !name.equals("step")) {
                scalars.put(name, number.doubleValue());
            } else if (value instanceof Map<?, ?> inner) {
                inner.forEach((term, seconds) -> scalars.put(name + "/" + term, ((Number) seconds).doubleValue()));
            }
        });
        return scalars;
    }

    private static String duration(double seconds) {
        long s = Math.round(seconds);
        return s < 60
                ? s + " s"
                : s < 3600 ? "%d min %d s".formatted(s / 60, s % 60) : "%d h %d min".formatted(s / 3600, s / 60 % 60);
    }

    @Override
    public void close() {
        if (events != null) {
            events.close();
        }
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
