package dev.trainwright.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every step has the forecast's value, bit for bit, and its formula gives it. */
class ExplanationTest {
    private static final int LAYOUTS = 60;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model: gpt3-175b, globalBatch: 1536, sequence: 2048, precision: fp16, dropout: true",
                "model: mixtral-8x7b, globalBatch: 512, sequence: 4096, train: {tokens: 1T}",
                "model: llama-2-70b, globalBatch: 512, sequence: 4096, fineTuning: {method: qlora, rank: 64}",
                "model: llama-3.1-8b, globalBatch: 1024, sequence: 8192, optimizer: muon, load: 20 s",
                "model: gpt3-175b, globalBatch: 1536, sequence: 2048, precision: fp16}\nsoftware: deepspeed #"
            })
    void formulasAndForecastAgree(String workload) {
        Job job = Yaml.job("workload: {" + workload + "}\n"
                + "cluster: {node: dgx-a100-80gb, nodes: 16, price: 2 USD/h, deviceMtbf: 50000 h, checkpoint: 60 s}\n");
        for (Layout layout : new RandomLayouts(workload.hashCode()).draw(job, LAYOUTS)) {
            Forecast forecast = Forecaster.forecast(job.with(layout), Calibrations.builtIn());
            Explanation explanation = Explanation.of(forecast);
            assertThat(keys(explanation)).as(layout.toString()).containsAll(figures(forecast));
            explanation.steps().stream()
                    .filter(Step::isClosed)
                    .forEach(step -> assertThat(computed(step))
                            .as(step.what() + " = " + step.formula() + " under " + layout)
                            .isEqualTo(step.value(), within(1e-9 * Math.abs(step.value()))));
        }
    }

    private static double computed(Step step) {
        Map<String, Double> symbols = new HashMap<>();
        step.operands().forEach(o -> symbols.put(o.symbol(), o.value()));
        return Formula.value(step.formula(), symbols);
    }

    private static Set<String> keys(Explanation explanation) {
        return explanation.steps().stream().map(Step::key).collect(Collectors.toSet());
    }

    /** Every part of the iteration and of the memory that is not zero, and what follows. */
    private static Set<String> figures(Forecast forecast) {
        Map<String, Double> figures = new HashMap<>(Explanation.figures(forecast));
        for (Term term : Term.values()) {
            figures.remove(Explanation.key(term), 0.0);
        }
        for (MemoryPart part : MemoryPart.values()) {
            figures.remove(Explanation.key(part), 0.0);
        }
        figures.remove("memory.peakBytes");
        return figures.keySet();
    }
}
