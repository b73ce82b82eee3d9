package dev.trainwright.forecast;

import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a forecast comes about, step by step. Every step calls the cost functions again on the forecast's layout; a step that finds one of the forecast's figures
 * has that figure's value, bit for bit.
 *
 * @param parts in the order of reading
 */
public record Explanation(List<Part> parts) {

    public Explanation {
        parts = List.copyOf(parts);
    }

    /**
     * Steps that belong together.
     *
     * @param heading what they find
     * @param steps in order
     */
    public record Part(String heading, List<Step> steps) {
        public Part {
            steps = List.copyOf(steps);
        }
    }

    /**
     * Explains {@code forecast}.
     *
     * @throws IllegalStateException when a step does not have the forecast's value, which is a fault of the program
     */
    public static Explanation of(Forecast forecast) {
        Evaluator evaluator = Evaluator.of(forecast.job(), forecast.calibration());
        Iteration iteration = evaluator.iteration(forecast.layout(), true);
        Evaluation evaluation = iteration.evaluate(forecast.layout().sharding());
        var found = new Found(forecast, evaluator, iteration, evaluation);
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("Work of an iteration", WorkSteps.from(found)));
        parts.add(new Part("What is added to it", SyncSteps.from(found)));
        parts.add(new Part("Memory of the fullest device", MemorySteps.from(found)));
        parts.add(new Part("What follows", ResultSteps.from(found)));
        var explanation = new Explanation(parts);
        explanation.check(forecast);
        return explanation;
    }

    /** All steps in order. */
    public List<Step> steps() {
        return parts.stream().flatMap(part -> part.steps().stream()).toList();
    }

    private void check(Forecast forecast) {
        Map<String, Double> figures = figures(forecast);
        for (Step step : steps()) {
            Double figure = figures.get(step.key());
            if (!step.key().isEmpty()
                    && (figure == null || Double.doubleToLongBits(figure) != Double.doubleToLongBits(step.value()))) {
                throw new IllegalStateException(
                        "the step for " + step.key() + " finds " + step.value() + ", the forecast " + figure);
            }
        }
    }

    /** The figures of a forecast by their names in docs/json.md. */
    static Map<String, Double> figures(Forecast forecast) {
        Map<String, Double> figures = new HashMap<>();
        forecast.terms().forEach((term, seconds) -> figures.put(key(term), seconds));
        forecast.memory().parts().forEach((part, bytes) -> figures.put(key(part), bytes));
        figures.put("iteration.seconds", forecast.iterationSeconds());
        figures.put("memory.residentBytes", forecast.memory().residentBytes());
        figures.put("memory.peakBytes", forecast.memory().peakBytes());
        Forecast.Throughput throughput = forecast.throughput();
        figures.put("throughput.microBatches", (double) throughput.microBatches());
        figures.put("throughput.samplesPerSecond", throughput.samplesPerSecond());
        put(figures, "throughput.tokensPerSecond", throughput.tokensPerSecond());
        put(figures, "throughput.modelFlopsPerDevice", throughput.modelFlopsPerDevice());
        put(figures, "throughput.mfu", throughput.mfu());
        put(figures, "throughput.hfu", throughput.hfu());
        figures.put("scaling.baselineSeconds", forecast.scaling().baselineSeconds());
        figures.put("speedup", forecast.scaling().speedup());
        figures.put("efficiency", forecast.scaling().efficiency());
        put(figures, "scaling.ceiling", forecast.scaling().ceiling());
        Forecast.Effort effort = forecast.effort();
        if (effort != null) {
            figures.put("effort.steps", effort.steps());
            figures.put("effort.hours", effort.hours());
            put(figures, "effort.checkpointIntervalSeconds", effort.checkpointIntervalSeconds());
            put(figures, "effort.hoursWithFailures", effort.hoursWithFailures());
            figures.put("effort.deviceHours", effort.deviceHours());
            put(figures, "effort.cost", effort.cost());
        }
        return figures;
    }

    static String key(Term term) {
        return "iteration.terms." + term.key();
    }

    static String key(MemoryPart part) {
        return "memory.parts." + part.key();
    }

    private static void put(Map<String, Double> figures, String key, @Nullable Double value) {
        if (value != null) {
            figures.put(key, value);
        }
    }

    /** What all steps look at. */
    record Found(Forecast forecast, Evaluator evaluator, Iteration iteration, Evaluation evaluation) {
        double term(Term term) {
            return evaluation.term(term);
        }

        double part(MemoryPart part) {
            return evaluation.memory()[part.ordinal()];
        }

        /** The bubble, straggler wait and so on that make no part of this iteration are left out. */
        boolean has(Term term) {
            return evaluation.term(term) != 0;
        }
    }
}
