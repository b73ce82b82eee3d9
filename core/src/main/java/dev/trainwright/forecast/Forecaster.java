package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.ModelFlops;
import dev.trainwright.cost.Term;
import dev.trainwright.cost.TokenFlops;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forecasts one layout of a job: a pure function of job and calibration. */
public final class Forecaster {
    private Forecaster() {}

    /**
     * Forecasts {@code job}'s layout with the constants of its accelerator and software family.
     *
     * @throws IllegalArgumentException when the job has no layout, or its layout is not legal; the message names every problem
     */
    public static Forecast forecast(Job job, Calibrations calibrations) {
        Layout layout = layout(job);
        return forecast(job, calibration(job, layout, calibrations));
    }

    /** The constants for {@code job} split by {@code layout}: those of the software that the job names, else of the one that the layout suggests. */
    public static Calibration calibration(Job job, Layout layout, Calibrations calibrations) {
        return calibrations.select(Machine.slowest(job.cluster(), job.workload().precision()), family(job, layout));
    }

    /** The software family whose constants serve {@code job} split by {@code layout}. */
    public static String family(Job job, Layout layout) {
        return SoftwareFamily.of(
                job.software(), Machine.slowest(job.cluster(), job.workload().precision()), job.workload(), layout);
    }

    /** Forecasts {@code job}'s layout with {@code calibration}. */
    public static Forecast forecast(Job job, Calibration calibration) {
        Layout layout = layout(job);
        List<String> problems = Legality.problems(layout, job.workload(), job.cluster());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("the layout is not possible: " + String.join("; ", problems));
        }
        return forecast(job, layout, Evaluator.of(job, calibration));
    }

    /** Seconds of one iteration of {@code job}'s layout, which must be legal: {@link Forecast#iterationSeconds()} without the rest. Fits ask it often. */
    public static double iterationSeconds(Job job, Calibration calibration) {
        return Evaluator.of(job, calibration).evaluate(layout(job), true).seconds();
    }

    static Forecast forecast(Job job, Layout layout, Evaluator evaluator) {
        Workload workload = job.workload();
        Calibration calibration = evaluator.calibration();
        Evaluation evaluation = evaluator.evaluate(layout, true);
        double seconds = evaluation.seconds();
        long globalBatch = evaluation.microBatches() * layout.microBatch() * layout.dp();
        MeasuredModel measured = workload.model() instanceof MeasuredModel m ? m : null;
        // What the user measured is not estimated, and what a measured model holds is not known: neither has an
        // interval.
        Calibration.Residuals residuals =
                measured != null && measured.commSeconds() != null ? null : calibration.residuals();
        return new Forecast(
                job,
                layout,
                calibration,
                terms(evaluation),
                memory(evaluation, evaluator.machine(), measured == null ? residuals : null),
                throughput(evaluation, evaluator, layout, globalBatch),
                Scalings.of(evaluation, layout, evaluator, globalBatch),
                Efforts.of(workload, job.cluster(), seconds, globalBatch),
                residuals == null
                        ? null
                        : new Forecast.Interval(seconds * residuals.timeLow(), seconds * residuals.timeHigh()),
                omissions(workload, layout));
    }

    static Layout layout(Job job) {
        Layout layout = job.layout();
        if (layout == null) {
            throw new IllegalArgumentException("the job has no layout");
        }
        return layout;
    }

    private static Map<Term, Double> terms(Evaluation evaluation) {
        Map<Term, Double> terms = new EnumMap<>(Term.class);
        for (Term term : Term.values()) {
            terms.put(term, evaluation.term(term));
        }
        return terms;
    }

    private static Forecast.Memory memory(
            Evaluation evaluation, Machine machine, Calibration.@Nullable Residuals residuals) {
        Map<MemoryPart, Double> parts = new EnumMap<>(MemoryPart.class);
        for (MemoryPart part : MemoryPart.values()) {
            parts.put(part, evaluation.memory()[part.ordinal()]);
        }
        double peak = evaluation.allocatedBytes();
        return new Forecast.Memory(
                parts,
                evaluation.fullestStage(),
                peak,
                evaluation.residentBytes(),
                machine.memoryBytes(),
                residuals == null
                        ? null
                        : new Forecast.Interval(peak * residuals.memoryLow(), peak * residuals.memoryHigh()));
    }

    private static Forecast.Throughput throughput(
            Evaluation evaluation, Evaluator evaluator, Layout layout, long globalBatch) {
        double seconds = evaluation.seconds();
        Workload workload = evaluator.workload();
        double samples = globalBatch / seconds;
        boolean tokens = workload.model() instanceof Transformer;
        Double flops = trainingFlopsPerSample(workload);
        int devices = layout.devices();
        double peak = evaluator.machine().slowest().peak(workload.precision().matmul());
        Double perDevice = flops == null ? null : flops * samples / devices;
        double repeated = repeatedShare(evaluator, layout);
        return new Forecast.Throughput(
                samples,
                tokens ? samples * workload.sequence() : null,
                perDevice,
                perDevice == null ? null : perDevice / peak,
                perDevice == null ? null : perDevice * (1 + repeated) / peak,
                evaluation.microBatches(),
                globalBatch,
                evaluation.bubbleShare());
    }

    /** What is computed again over what the model asks for. */
    static double repeatedShare(Evaluator evaluator, Layout layout) {
        LayerCost whole = evaluator.stages(layout).whole();
        double asked = whole.forwardFlops() + whole.backwardFlops();
        return asked == 0 ? 0 : whole.recomputeFlops() / asked;
    }

    /**
     * Forward and backward model FLOPs of one sample, attention counted in full; null for a measured model. Backward is twice forward; products with frozen weights
     * have no weight gradient, so once.
     */
    static @Nullable Double trainingFlopsPerSample(Workload workload) {
        if (workload.model() instanceof Transformer model) {
            TokenFlops flops = ModelFlops.byOperation(model, workload.sequence(), false);
            double products = flops.total() - flops.core();
            int times = workload.fineTuning() instanceof FineTuning.LowRank ? 2 : 3;
            return (times * products + 3 * flops.core()) * workload.sequence();
        }
        return workload.model() instanceof ConvNet net ? 3 * ModelFlops.forwardPerImage(net) : null;
    }

    private static List<String> omissions(Workload workload, Layout layout) {
        List<String> omissions = new ArrayList<>();
        if (workload.model() instanceof MeasuredModel) {
            omissions.add("activations are not known for a measured model: memory counts model states only");
        }
        if (workload.model() instanceof Transformer model
                && model.stacks().stream().anyMatch(s -> !s.ofTokens())) {
            omissions.add(
                    "towers of images and sounds count with their weights, not with compute and activations: the job gives neither");
        }
        Amount amount = workload.amount();
        if (amount != null
                && amount.unit() == Amount.Unit.STEPS
                && workload.batch().scaling() == Batch.Scaling.WEAK
                && layout.dp() > 1) {
            omissions.add(
                    "fewer steps for more replicas: the job fixes the steps and each replica's batch, so more devices train on more"
                            + " data in no less time; give tokens, samples or epochs where the data is what is fixed");
        }
        omissions.add("evaluation runs, data preparation and queueing are not part of the hours");
        return omissions;
    }

    /** The global batch of {@code dp} replicas. */
    static long globalBatch(Workload workload, int dp) {
        return workload.batch().scaling() == Batch.Scaling.WEAK
                ? workload.batch().size() * dp
                : workload.batch().size();
    }
}
