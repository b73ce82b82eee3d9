package dev.trainwright.forecast;

import dev.trainwright.cost.DataParallel;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.OffloadCost;
import dev.trainwright.cost.Synchronization;
import dev.trainwright.cost.Term;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.spine.Refinements;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * One iteration of a layout, for every way of sharding its states:
 *
 * <pre>iteration = pipeline + exposed data-parallel communication + optimizer + straggler wait + input wait</pre>
 *
 * <p>The pipeline and the wait do not depend on the sharding and are computed once. Of stages that cost the same only the first is looked at: no later one holds more
 * micro-batches.
 */
public final class Iteration {
    private final Evaluator evaluator;
    private final Layout layout;
    private final int microBatches;
    private final PipelineCost pipeline;
    private final double stragglerSeconds;
    private final DataParallel.Load[] loads;
    private final MemoryModel[] memories;
    private final DataParallel.Groups groups;

    Iteration(Evaluator evaluator, Layout layout, boolean exact) {
        this.evaluator = evaluator;
        this.layout = layout;
        Stages costs = evaluator.stages(layout);
        LayerCost[] stages = costs.stages(layout);
        this.microBatches = (int) Legality.microBatches(layout, evaluator.workload());
        this.pipeline = PipelineCost.of(evaluator, layout, stages, microBatches, exact);
        this.stragglerSeconds = Synchronization.stragglerSeconds(
                layout.synchrony(), layout.dp(), layout.cp(), evaluator.jitter(), pipeline.seconds());
        this.groups = groups(layout.shardGroup());
        List<LayerCost> kinds = new ArrayList<>();
        List<MemoryModel> models = new ArrayList<>();
        List<DataParallel.Load> brought = new ArrayList<>();
        for (int r = 0; r < stages.length; r++) {
            if (!kinds.contains(stages[r])) {
                kinds.add(stages[r]);
                models.add(new MemoryModel(evaluator, layout, costs, stages[r], r, microBatches));
                brought.add(load(stages[r], stages.length));
            }
        }
        this.memories = models.toArray(MemoryModel[]::new);
        this.loads = brought.toArray(DataParallel.Load[]::new);
    }

    private DataParallel.Groups groups(int shardGroup) {
        return DataParallel.Groups.of(layout, shardGroup, evaluator.machine().fabric());
    }

    private DataParallel.Load load(LayerCost stage, int stages) {
        return new DataParallel.Load(
                stage.parameters(),
                stage.expertParameters(),
                stage.trained(),
                stage.trainedExperts(),
                evaluator.units(stages),
                pipeline.pacing().forwardSeconds(),
                pipeline.pacing().backwardSeconds(),
                microBatches);
    }

    PipelineCost pipeline() {
        return pipeline;
    }

    /** What ranks bring to the communication between replicas, one of each kind of stage. */
    DataParallel.Load[] loads() {
        return loads;
    }

    /** Memory of the fullest device under {@code sharding}; {@code parts} is scratch. */
    MemoryModel fullest(Sharding sharding, double[] parts) {
        MemoryModel fullest = memories[0];
        double most = -1;
        for (MemoryModel model : memories) {
            double bytes = model.into(sharding, parts);
            if (bytes > most) {
                most = bytes;
                fullest = model;
            }
        }
        return fullest;
    }

    DataParallel.Groups groups() {
        return groups;
    }

    /** Micro-batches of a replica, m. */
    public int microBatches() {
        return microBatches;
    }

    /** Usable memory of the smallest device. */
    public double deviceBytes() {
        return evaluator.machine().memoryBytes();
    }

    /** By how many seconds the exact iteration may exceed this one, whatever the sharding: the pipeline's slack and the stragglers' share of it. */
    public double slackSeconds() {
        return pipeline.slack() == 0 ? 0 : pipeline.slack() * (1 + stragglerSeconds / pipeline.seconds());
    }

    /** The whole evaluation under {@code sharding}. */
    public Evaluation evaluate(Sharding sharding) {
        double[] terms = new double[Term.values().length];
        double[] memory = new double[MemoryPart.values().length];
        times(sharding, terms);
        int fullest = memory(sharding, memory);
        return new Evaluation(terms, memory, fullest, microBatches, terms[Term.BUBBLE.ordinal()] / pipeline.seconds());
    }

    /** Writes the seconds of each {@link Term} under {@code sharding} into {@code terms}. */
    public void times(Sharding sharding, double[] terms) {
        pipeline.into(terms);
        terms[Term.DATA_PARALLEL.ordinal()] = synchronise(sharding);
        double updated = updatedParameters(sharding);
        terms[Term.OPTIMIZER.ordinal()] = evaluator.optimizerSeconds(sharding.offload() == Offload.NONE ? updated : 0);
        terms[Term.OFFLOAD.ordinal()] = offload(sharding, updated);
        double busy = 0;
        for (double term : terms) {
            busy += term;
        }
        terms[Term.STRAGGLER.ordinal()] = stragglerSeconds;
        terms[Term.INPUT.ordinal()] =
                Refinements.inputBoundSeconds(busy, evaluator.workload().loadSeconds()) - busy;
    }

    /** Writes the bytes of each part of the fullest device's memory under {@code sharding} into {@code parts}; returns its stage. */
    public int memory(Sharding sharding, double[] parts) {
        MemoryModel fullest = fullest(sharding, parts);
        if (fullest != memories[memories.length - 1]) {
            fullest.into(sharding, parts);
        }
        return fullest.stage();
    }

    /** Bytes of host memory that one device's rank keeps under {@code sharding}, on the stage that keeps most. */
    public double hostBytes(Sharding sharding) {
        if (sharding.offload() == Offload.NONE) {
            return 0;
        }
        double most = 0;
        for (MemoryModel model : memories) {
            most = Math.max(most, model.hostBytes(sharding));
        }
        return most;
    }

    private double synchronise(Sharding sharding) {
        Workload workload = evaluator.workload();
        if (workload.model() instanceof MeasuredModel measured && measured.commSeconds() != null) {
            int times = sharding.syncEveryMicroStep() ? microBatches : 1;
            return layout.dp() == 1 ? 0 : times * Synchronization.amortised(layout.synchrony(), measured.commSeconds());
        }
        DataParallel.Groups who = sharding.shardGroup() == layout.shardGroup() ? groups : groups(sharding.shardGroup());
        double computeSeconds = microBatches
                * (pipeline.pacing().forwardSeconds() + pipeline.pacing().backwardSeconds());
        double exposed = 0;
        for (DataParallel.Load load : loads) {
            exposed = Math.max(
                    exposed,
                    Synchronization.exposedSeconds(
                            layout,
                            sharding,
                            who,
                            load,
                            workload.precision(),
                            evaluator.machine().fabric(),
                            evaluator.calibration().network(),
                            computeSeconds));
        }
        return exposed;
    }

    private double offload(Sharding sharding, double updated) {
        if (sharding.offload() == Offload.NONE) {
            return 0;
        }
        Workload workload = evaluator.workload();
        double seconds = 0;
        for (DataParallel.Load load : loads) {
            seconds = Math.max(
                    seconds,
                    OffloadCost.seconds(
                            sharding,
                            load,
                            updated,
                            shardedWeights(sharding, load),
                            workload.optimizer(),
                            workload.precision(),
                            evaluator.machine().host()));
        }
        return seconds;
    }

    /** Parameters of the rank's own shard. */
    double shardedWeights(Sharding sharding, DataParallel.Load load) {
        double experts =
                layout.ep() == 1 ? sharding.shardGroup() : groups.experts().size();
        return load.parameters() / sharding.shardGroup() + load.expertParameters() / experts;
    }

    /** Parameters that the busiest rank updates. */
    double updatedParameters(Sharding sharding) {
        double dense = sharding.zero() == ZeroStage.NONE
                ? 1
                : sharding.zero() == ZeroStage.ZERO_3 ? sharding.shardGroup() : layout.dp() * layout.cp();
        double experts =
                sharding.zero() == ZeroStage.NONE ? 1 : groups.experts().size();
        double most = 0;
        for (DataParallel.Load load : loads) {
            most = Math.max(most, load.trained() / dense + load.trainedExperts() / experts);
        }
        return most;
    }
}
