package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.OptimizerCost;
import dev.trainwright.cost.Split;
import dev.trainwright.job.Job;
import dev.trainwright.job.Software;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evaluates legal layouts of one workload on one machine. Layer costs are shared between all layouts that cut a layer the same way. Safe for use by several
 * threads.
 */
public final class Evaluator {
    private final Workload workload;
    private final double givenJitter;
    private final double jitter;
    private final Machine machine;
    private final Calibration calibration;
    private final boolean flatBuffers;
    private final int units;
    private final Map<Split, Stages> known = new ConcurrentHashMap<>();

    private Evaluator(Workload workload, double jitter, Machine machine, Calibration calibration, boolean flatBuffers) {
        this.workload = workload;
        this.givenJitter = jitter;
        boolean given = workload.model() instanceof MeasuredModel measured && measured.commSeconds() != null;
        this.jitter = given ? jitter : Math.hypot(jitter, calibration.compute().jitter());
        this.machine = machine;
        this.calibration = calibration;
        this.flatBuffers = flatBuffers;
        this.units = units(workload);
    }

    /** Buckets or gathered units of the whole model: its layers; 25 MB buckets (PyTorch DDP's default) where layers are not known. */
    private static int units(Workload workload) {
        if (workload.model() instanceof Transformer model) {
            return model.stacks().stream().mapToInt(s -> s.layers()).sum();
        }
        double bytes = workload.model() instanceof ConvNet net
                ? net.parameters() * workload.precision().gradientReduce().bytes()
                : ((MeasuredModel) workload.model()).gradientBytes();
        return (int) Math.ceil(bytes / 25e6);
    }

    /** Buckets or gathered units of one of so many stages. */
    int units(int stages) {
        return Math.max(1, units / stages);
    }

    /** An evaluator for layouts of {@code job} under {@code calibration}. */
    public static Evaluator of(Job job, Calibration calibration) {
        Machine machine = Machine.of(
                job.cluster(), job.workload().precision(), job.workload().compiled(), calibration);
        return new Evaluator(
                job.workload(), job.cluster().jitter(), machine, calibration, job.software() == Software.DEEPSPEED);
    }

    /** The same machine and constants for another workload. */
    Evaluator with(Workload other) {
        return new Evaluator(other, givenJitter, machine, calibration, flatBuffers);
    }

    /** The cluster as costs see it. */
    public Machine machine() {
        return machine;
    }

    Workload workload() {
        return workload;
    }

    Calibration calibration() {
        return calibration;
    }

    /** Whether the software holds {@link dev.trainwright.cost.FlatBuffers}. */
    boolean flatBuffers() {
        return flatBuffers;
    }

    /** Coefficient of variation of one replica's step time. */
    double jitter() {
        return jitter;
    }

    /**
     * Evaluates {@code layout}, which must be legal.
     *
     * @param exact simulate unequal stages; otherwise a lower bound of the pipeline's time serves
     */
    public Evaluation evaluate(Layout layout, boolean exact) {
        return iteration(layout, exact).evaluate(layout.sharding());
    }

    /** What {@link #evaluate} needs of {@code layout} whatever its sharding; its shape must be legal. */
    public Iteration iteration(Layout layout, boolean exact) {
        return new Iteration(this, layout, exact);
    }

    /** What the pipeline of {@code layout}, which must be legal, is played with. */
    public PipelineTimes pipeline(Layout layout) {
        int m = (int) Legality.microBatches(layout, workload);
        return PipelineCost.times(this, layout, stages(layout).stages(layout), m);
    }

    /** Seconds of one device that works through {@code microBatches} micro-batches by itself. */
    double evaluateAlone(Layout alone, long microBatches) {
        LayerCost whole = alone(alone.microBatch()).whole();
        return microBatches * (whole.forwardSeconds() + whole.backwardSeconds())
                + optimizerSeconds(whole.trained() + whole.trainedExperts());
    }

    /** Bytes that one device would hold. */
    double memoryAlone(Layout alone) {
        Stages costs = alone(alone.microBatch());
        double[] parts = new double[MemoryPart.values().length];
        return new MemoryModel(this, alone, costs, costs.whole(), 0, 1).into(alone.sharding(), parts);
    }

    /** The layer costs behind {@code layout}. */
    Stages stages(Layout layout) {
        return stages(new Split(
                layout.tp(),
                layout.cp(),
                layout.ep(),
                workload.expertLoad(),
                layout.sequenceParallel(),
                layout.microBatch(),
                layout.recompute(),
                layout.overlap().tensorParallel(),
                layout.overlap().expertParallel()));
    }

    /** The layer costs of one device that does everything, with micro-batch {@code microBatch}. */
    Stages alone(long microBatch) {
        return stages(Split.none(microBatch));
    }

    private Stages stages(Split split) {
        return known.computeIfAbsent(split, s -> Stages.of(workload, s, machine, calibration));
    }

    /** Seconds of the weight update for {@code parameters} on a rank, and of what an iteration costs whatever its size. A measured model's T_compute holds both. */
    double optimizerSeconds(double parameters) {
        if (workload.model() instanceof MeasuredModel) {
            return 0;
        }
        double hidden =
                workload.model() instanceof Transformer model ? model.main().hidden() : 0;
        return OptimizerCost.seconds(workload.optimizer(), workload.precision(), parameters, hidden, machine.rates())
                + calibration.compute().stepSeconds();
    }
}
