package dev.trainwright.evidence.score;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cost.ModelFlops;
import dev.trainwright.cost.Term;
import dev.trainwright.evidence.job.Planned;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.job.Job;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The project's own forecasts of rows. */
public final class Forecasts {
    private Forecasts() {}

    /** Forecasts by the constants that {@code calibrations} hold for the row's accelerator and software family. */
    public static Function<Planned, Prediction> with(Calibrations calibrations) {
        return planned -> {
            var accelerator = planned.job().cluster().pools().get(0).type().accelerator();
            return predict(planned.job(), calibrations.select(accelerator, planned.family()));
        };
    }

    /** Forecasts by {@code calibration}. */
    public static Prediction predict(Job job, Calibration calibration) {
        Forecast forecast = Forecaster.forecast(job, calibration);
        Forecast.Interval iteration = forecast.iteration();
        Forecast.Interval memory = forecast.memory().interval();
        double full = modelFlops(job.workload(), false);
        Forecast.Throughput rates = forecast.throughput();
        Double mfu = rates.mfu();
        Double hfu = rates.hfu();
        return new Prediction(
                forecast.iterationSeconds(),
                iteration == null ? Double.NaN : iteration.low(),
                iteration == null ? Double.NaN : iteration.high(),
                forecast.memory().peakBytes(),
                forecast.memory().residentBytes(),
                memory == null ? Double.NaN : memory.low(),
                memory == null ? Double.NaN : memory.high(),
                forecast.memory().fits(),
                modelFlops(job.workload(), true),
                full,
                mfu == null || hfu == null ? full : full * hfu / mfu,
                terms(forecast));
    }

    private static Map<String, Double> terms(Forecast forecast) {
        Map<String, Double> terms = new LinkedHashMap<>();
        for (Term term : Term.values()) {
            terms.put(term.label(), forecast.terms().getOrDefault(term, 0.0));
        }
        return terms;
    }

    /** Of one iteration, forward and backward; 0 for a measured model. */
    private static double modelFlops(Workload workload, boolean causal) {
        double samples = workload.batch().size();
        if (workload.model() instanceof Transformer model) {
            return 3 * ModelFlops.forwardPerToken(model, workload.sequence(), causal) * workload.sequence() * samples;
        }
        return workload.model() instanceof ConvNet net ? 3 * ModelFlops.forwardPerImage(net) * samples : 0;
    }
}
