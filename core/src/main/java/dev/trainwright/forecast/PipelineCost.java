package dev.trainwright.forecast;

import dev.trainwright.cost.Collectives;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.Pipeline;
import dev.trainwright.cost.PipelineSimulator;
import dev.trainwright.cost.Term;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Schedule;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;

/** Seconds of all micro-batches through all stages, by term, as the slowest stage sees them: m x its work, and the bubble around it. */
final class PipelineCost {
    private final double[] terms;
    private final LayerCost pacing;
    private final double seconds;
    private final double slack;
    private final double busySeconds;
    private final double transferSeconds;
    private final double tiedTableSeconds;

    private PipelineCost(
            double[] terms,
            LayerCost pacing,
            double slack,
            double busySeconds,
            double transferSeconds,
            double tiedTableSeconds) {
        this.slack = slack;
        this.terms = terms;
        this.pacing = pacing;
        this.busySeconds = busySeconds;
        this.transferSeconds = transferSeconds;
        this.tiedTableSeconds = tiedTableSeconds;
        double sum = 0;
        for (double term : terms) {
            sum += term;
        }
        this.seconds = sum;
    }

    /** The stage that paces the others. */
    LayerCost pacing() {
        return pacing;
    }

    /** What the pacing stage works in an iteration, its exposed transfers included. */
    double busySeconds() {
        return busySeconds;
    }

    /** Transfers of one micro-batch that nothing hides. */
    double transferSeconds() {
        return transferSeconds;
    }

    /** The reduction of a token table that the first and the last stage share. */
    double tiedTableSeconds() {
        return tiedTableSeconds;
    }

    /** All terms together. */
    double seconds() {
        return seconds;
    }

    /** By how much the simulation could exceed {@link #seconds()}; zero when it was simulated or the closed form is exact. */
    double slack() {
        return slack;
    }

    void into(double[] target) {
        System.arraycopy(terms, 0, target, 0, terms.length);
    }

    /**
     * Costs the pipeline.
     *
     * @param exact simulate unequal stages; otherwise the lower bound serves
     */
    static PipelineCost of(Evaluator evaluator, Layout layout, LayerCost[] stages, int m, boolean exact) {
        PipelineTimes times = times(evaluator, layout, stages, m);
        int pace = Pipeline.slowest(times.forward(), times.backward());
        double tied = tiedTable(evaluator, layout);
        LayerCost c = stages[pace];
        double busy = m * (times.forward()[pace] + times.backward()[pace]);
        boolean simulates = exact && simulates(layout);
        double total = layout.pp() == 1 ? busy : simulates ? simulated(times) : least(times);
        double slack = layout.pp() == 1 || simulates ? 0 : most(times) - total;
        double[] terms = new double[Term.values().length];
        terms[Term.FORWARD.ordinal()] = m * c.forward();
        terms[Term.BACKWARD.ordinal()] = m * (c.backwardInput() + c.backwardWeight());
        terms[Term.RECOMPUTE.ordinal()] = m * c.recompute();
        terms[Term.TENSOR_PARALLEL.ordinal()] = m * (c.tensorForward() + c.tensorBackward());
        terms[Term.CONTEXT_PARALLEL.ordinal()] = m * (c.contextForward() + c.contextBackward());
        terms[Term.EXPERT_PARALLEL.ordinal()] = m * (c.expertForward() + c.expertBackward());
        double transfers = 2 * times.transfer()[pace];
        terms[Term.PIPELINE_PARALLEL.ordinal()] = m * transfers + tied;
        terms[Term.BUBBLE.ordinal()] = Math.max(0, total - busy);
        return new PipelineCost(terms, c, slack, busy, transfers, tied);
    }

    /** GPipe's closed form is exact for any stages, and zero-bubble schedules have nothing else. */
    private static boolean simulates(Layout layout) {
        return layout.pp() > 1
                && (layout.schedule() == Schedule.ONE_F_ONE_B || layout.schedule() == Schedule.INTERLEAVED);
    }

    private static double simulated(PipelineTimes t) {
        return PipelineSimulator.seconds(
                t.schedule(), t.microBatches(), t.virtualStages(), t.forward(), t.backward(), t.link());
    }

    private static double least(PipelineTimes t) {
        return Pipeline.leastSeconds(
                t.schedule(), t.microBatches(), t.virtualStages(), t.forward(), t.backward(), t.weight(), t.link());
    }

    private static double most(PipelineTimes t) {
        return Pipeline.mostSeconds(
                t.schedule(), t.microBatches(), t.virtualStages(), t.forward(), t.backward(), t.weight(), t.link());
    }

    /** What each stage takes for one micro-batch. A stage that does not overlap its transfers is busy for half of each. */
    static PipelineTimes times(Evaluator evaluator, Layout layout, LayerCost[] stages, int m) {
        int p = stages.length;
        int v = layout.virtualStages();
        double[] link = links(evaluator, layout);
        boolean hidden = layout.overlap().pipeline();
        double[] forward = new double[p];
        double[] backward = new double[p];
        double[] weight = new double[p];
        double[] transfer = new double[p];
        for (int i = 0; i < p; i++) {
            transfer[i] = hidden ? 0 : v * ((i > 0 ? link[i - 1] : 0) + (i < p - 1 ? link[i] : 0)) / 2;
            forward[i] = stages[i].forwardSeconds() + transfer[i];
            backward[i] = stages[i].backwardSeconds() + transfer[i];
            weight[i] = stages[i].backwardWeight();
        }
        return new PipelineTimes(
                layout.schedule(), m, v, forward, backward, weight, transfer, hidden ? link : new double[p]);
    }

    /** Seconds of one transfer from each stage to the next; the last entry leads back to the first stage. */
    private static double[] links(Evaluator evaluator, Layout layout) {
        int p = layout.pp();
        double[] link = new double[p];
        if (p == 1) {
            return link;
        }
        Workload workload = evaluator.workload();
        Fabric fabric = evaluator.machine().fabric();
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
                    + evaluator.calibration().network().transferSeconds();
        }
        return link;
    }

    /** A token table used by the first and the last stage has its gradient reduced between the two (Megatron-LM's embedding group). */
    private static double tiedTable(Evaluator evaluator, Layout layout) {
        Workload workload = evaluator.workload();
        if (layout.pp() == 1
                || !(workload.model() instanceof Transformer model)
                || !model.head().tied()) {
            return 0;
        }
        Fabric fabric = evaluator.machine().fabric();
        long stride = (long) layout.tp() * layout.cp() * layout.dp() * (layout.pp() - 1);
        boolean crosses = stride >= fabric.devicesPerNode();
        double bytes = (double) model.head().vocab()
                * model.main().hidden()
                / layout.tp()
                * workload.precision().gradientReduce().bytes();
        return Collectives.allReduce(bytes, new Group(2, crosses ? 1 : 2), fabric);
    }
}
