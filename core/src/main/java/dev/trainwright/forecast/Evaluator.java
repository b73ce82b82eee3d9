package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.Collectives;
import dev.trainwright.cost.DataParallel;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.OptimizerCost;
import dev.trainwright.cost.Pipeline;
import dev.trainwright.cost.PipelineSimulator;
import dev.trainwright.cost.Split;
import dev.trainwright.cost.Synchronization;
import dev.trainwright.cost.Term;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evaluates legal layouts of one workload on one machine. Layer costs are shared between all layouts that cut a layer the same way. Safe for use by several
 * threads.
 */
final class Evaluator {
    private final Workload workload;
    private final double jitter;
    private final Machine machine;
    private final Calibration calibration;
    private final Map<Split, Stages> known = new ConcurrentHashMap<>();

    Evaluator(Workload workload, double jitter, Machine machine, Calibration calibration) {
        this.workload = workload;
        boolean given = workload.model() instanceof MeasuredModel measured && measured.commSeconds() != null;
        this.jitter = given ? jitter : Math.hypot(jitter, calibration.compute().jitter());
        this.machine = machine;
        this.calibration = calibration;
    }

    Machine machine() {
        return machine;
    }

    Workload workload() {
        return workload;
    }

    Calibration calibration() {
        return calibration;
    }

    /** Seconds of one device that works through {@code microBatches} micro-batches by itself. */
    double evaluateAlone(Layout alone, long microBatches) {
        LayerCost whole = alone(alone.microBatch()).whole();
        double[] terms = new double[Term.values().length];
        optimizer(terms, alone, List.of(whole));
        return microBatches * (whole.forwardSeconds() + whole.backwardSeconds()) + terms[Term.OPTIMIZER.ordinal()];
    }

    /** Bytes that one device would hold. */
    double memoryAlone(Layout alone) {
        Stages costs = alone(alone.microBatch());
        double sum = 0;
        for (double part : MemoryModel.peak(alone, workload, calibration, costs, List.of(costs.whole()), 1)
                .parts()) {
            sum += part;
        }
        return sum;
    }

    /** The layer costs behind {@code layout}. */
    Stages stages(Layout layout) {
        return known.computeIfAbsent(split(layout), s -> Stages.of(workload, s, machine, calibration));
    }

    /** The layer costs of one device that does everything, with micro-batch {@code microBatch}. */
    Stages alone(long microBatch) {
        return known.computeIfAbsent(Split.none(microBatch), s -> Stages.of(workload, s, machine, calibration));
    }

    private static Split split(Layout layout) {
        return new Split(
                layout.tp(),
                layout.cp(),
                layout.ep(),
                layout.sequenceParallel(),
                layout.microBatch(),
                layout.recompute(),
                layout.overlap().tensorParallel(),
                layout.overlap().expertParallel());
    }

    /**
     * Evaluates {@code layout}, which must be legal.
     *
     * @param exact simulate unequal stages; otherwise the closed form serves
     */
    Evaluation evaluate(Layout layout, boolean exact) {
        Stages costs = stages(layout);
        List<LayerCost> stages = costs.stages(layout);
        int m = (int) Legality.microBatches(layout, workload);
        double[] terms = new double[Term.values().length];
        int pace = pipeline(terms, layout, stages, m, exact);
        double pipeline = 0;
        for (double term : terms) {
            pipeline += term;
        }
        synchronise(terms, layout, stages, stages.get(pace), m);
        optimizer(terms, layout, stages);
        double before = 0;
        for (double term : terms) {
            before += term;
        }
        terms[Term.STRAGGLER.ordinal()] =
                Synchronization.stragglerSeconds(layout.synchrony(), layout.dp(), jitter, pipeline);
        terms[Term.INPUT.ordinal()] = Math.max(0, workload.loadSeconds() - before);
        MemoryModel.Peak peak = MemoryModel.peak(layout, workload, calibration, costs, stages, m);
        return new Evaluation(terms, peak.parts(), peak.stage(), m, terms[Term.BUBBLE.ordinal()] / pipeline);
    }

    /** Writes the terms of the pipeline's pacing stage; returns that stage. */
    private int pipeline(double[] terms, Layout layout, List<LayerCost> stages, int m, boolean exact) {
        int p = stages.size();
        int v = layout.virtualStages();
        double[] link = links(layout);
        double[] forward = new double[p];
        double[] backward = new double[p];
        double[] weight = new double[p];
        for (int i = 0; i < p; i++) {
            double transfers =
                    layout.overlap().pipeline() ? 0 : v * ((i > 0 ? link[i - 1] : 0) + (i < p - 1 ? link[i] : 0)) / 2;
            forward[i] = stages.get(i).forwardSeconds() + transfers;
            backward[i] = stages.get(i).backwardSeconds() + transfers;
            weight[i] = stages.get(i).backwardWeight();
        }
        int pace = Pipeline.slowest(forward, backward);
        LayerCost c = stages.get(pace);
        double busy = m * (forward[pace] + backward[pace]);
        double total = p == 1
                ? busy
                : exact && simulates(layout.schedule())
                        ? PipelineSimulator.seconds(
                                layout.schedule(),
                                m,
                                v,
                                forward,
                                backward,
                                layout.overlap().pipeline() ? link : new double[p])
                        : Pipeline.seconds(layout.schedule(), m, v, forward, backward, weight);
        terms[Term.FORWARD.ordinal()] = m * c.forward();
        terms[Term.BACKWARD.ordinal()] = m * (c.backwardInput() + c.backwardWeight());
        terms[Term.RECOMPUTE.ordinal()] = m * c.recompute();
        terms[Term.TENSOR_PARALLEL.ordinal()] = m * (c.tensorForward() + c.tensorBackward());
        terms[Term.CONTEXT_PARALLEL.ordinal()] = m * (c.contextForward() + c.contextBackward());
        terms[Term.EXPERT_PARALLEL.ordinal()] = m * (c.expertForward() + c.expertBackward());
        terms[Term.PIPELINE_PARALLEL.ordinal()] =
                busy - m * (c.forwardSeconds() + c.backwardSeconds()) + tiedTable(layout);
        terms[Term.BUBBLE.ordinal()] = Math.max(0, total - busy);
        return pace;
    }

    private static boolean simulates(Schedule schedule) {
        return schedule != Schedule.ZB_H1 && schedule != Schedule.ZB_H2;
    }

    /** Seconds of one transfer from each stage to the next; the last entry leads back to the first stage. */
    private double[] links(Layout layout) {
        int p = layout.pp();
        double[] link = new double[p];
        if (p == 1) {
            return link;
        }
        Fabric fabric = machine.fabric();
        double bytes = layout.microBatch()
                * (double) workload.sequence()
                / layout.cp()
                * ((Transformer) workload.model()).main().hidden()
                * workload.precision().activations().bytes()
                / layout.tp();
        long stride = (long) layout.tp() * layout.cp() * layout.dp();
        for (int i = 0; i < p; i++) {
            long here = i * stride / fabric.devicesPerNode();
            long there = (i + 1) % p * stride / fabric.devicesPerNode();
            link[i] = Collectives.pointToPoint(bytes, here != there, fabric)
                    + calibration.network().transferSeconds();
        }
        return link;
    }

    /** A token table used by the first and the last stage has its gradient reduced between the two (Megatron-LM's embedding group). */
    private double tiedTable(Layout layout) {
        if (layout.pp() == 1
                || !(workload.model() instanceof Transformer model)
                || !model.head().tied()) {
            return 0;
        }
        long stride = (long) layout.tp() * layout.cp() * layout.dp() * (layout.pp() - 1);
        boolean crosses = stride >= machine.fabric().devicesPerNode();
        double bytes = (double) model.head().vocab()
                * model.main().hidden()
                / layout.tp()
                * workload.precision().gradientReduce().bytes();
        return Collectives.allReduce(bytes, new Group(2, crosses ? 1 : 2), machine.fabric());
    }

    private void synchronise(double[] terms, Layout layout, List<LayerCost> stages, LayerCost pacing, int m) {
        double exposed = 0;
        for (LayerCost stage : stages) {
            DataParallel.Load load = new DataParallel.Load(
                    stage.parameters(),
                    stage.expertParameters(),
                    stage.trained(),
                    stage.trainedExperts(),
                    units(stages.size()),
                    pacing.forwardSeconds(),
                    pacing.backwardSeconds(),
                    m);
            exposed =
                    Math.max(exposed, exposed(layout, load, m * (pacing.forwardSeconds() + pacing.backwardSeconds())));
        }
        terms[Term.DATA_PARALLEL.ordinal()] = exposed;
    }

    private double exposed(Layout layout, DataParallel.Load load, double computeSeconds) {
        if (workload.model() instanceof MeasuredModel measured && measured.commSeconds() != null) {
            return layout.dp() == 1 ? 0 : Synchronization.amortised(layout.synchrony(), measured.commSeconds());
        }
        return Synchronization.exposedSeconds(
                layout, load, workload.precision(), machine.fabric(), calibration.network(), computeSeconds);
    }

    /** Buckets or gathered units of a stage: its layers; 25 MB buckets (PyTorch DDP's default) where layers are not known. */
    private int units(int stages) {
        if (workload.model() instanceof Transformer model) {
            return Math.max(1, model.stacks().stream().mapToInt(s -> s.layers()).sum() / stages);
        }
        double bytes = workload.model() instanceof ConvNet net
                ? net.parameters() * workload.precision().gradientReduce().bytes()
                : ((MeasuredModel) workload.model()).gradientBytes();
        return (int) Math.max(1, Math.ceil(bytes / 25e6));
    }

    private void optimizer(double[] terms, Layout layout, List<LayerCost> stages) {
        double most = 0;
        for (LayerCost stage : stages) {
            double dense = layout.zero() == ZeroStage.NONE
                    ? 1
                    : layout.zero() == ZeroStage.ZERO_3 ? layout.shardGroup() : layout.dp() * layout.cp();
            double experts = layout.zero() == ZeroStage.NONE
                    ? 1
                    : DataParallel.expertGroup(layout, machine.fabric()).size();
            most = Math.max(most, stage.trained() / dense + stage.trainedExperts() / experts);
        }
        double hidden =
                workload.model() instanceof Transformer model ? model.main().hidden() : 0;
        terms[Term.OPTIMIZER.ordinal()] =
                OptimizerCost.seconds(workload.optimizer(), workload.precision(), most, hidden, machine.rates())
                        + (workload.model() instanceof MeasuredModel
                                ? 0
                                : calibration.compute().stepSeconds());
    }
}
