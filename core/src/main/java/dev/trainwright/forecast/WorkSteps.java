package dev.trainwright.forecast;

import static dev.trainwright.forecast.Steps.count;
import static dev.trainwright.forecast.Steps.seconds;
import static dev.trainwright.quantity.Dimension.COUNT;
import static dev.trainwright.quantity.Dimension.SECONDS;

import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Explanation.Found;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Schedule;
import dev.trainwright.quantity.Prints;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.List;

/** Steps of what the pacing stage computes and sends for its micro-batches. */
final class WorkSteps {
    private static final String ROOFLINE =
            "roofline of every operation (Williams et al. 2009), shares of the calibration";

    private final Found found;
    private final Steps steps = new Steps();
    private final double m;

    private WorkSteps(Found found) {
        this.found = found;
        this.m = found.evaluation().microBatches();
    }

    static List<Step> from(Found found) {
        var work = new WorkSteps(found);
        work.microBatches();
        work.compute();
        work.communication();
        work.bubble();
        return work.steps.all();
    }

    private void microBatches() {
        Workload workload = found.forecast().job().workload();
        Layout layout = found.forecast().layout();
        boolean weak = workload.batch().scaling() == Batch.Scaling.WEAK;
        steps.add(
                "throughput.microBatches",
                "Micro-batches of a replica",
                weak ? "B / b" : "B / (dp x b)",
                m,
                COUNT,
                "definition",
                "each replica works through its share of the batch, a micro-batch at a time",
                count("B", workload.batch().size(), weak ? "samples of a replica" : "samples of the global batch"),
                count("dp", layout.dp(), "replicas"),
                count("b", layout.microBatch(), "samples of a micro-batch"));
    }

    private void compute() {
        LayerCost stage = found.iteration().pipeline().pacing();
        LayerCost layer = found.evaluator().stages(found.forecast().layout()).widest();
        boolean measured = found.forecast().job().workload().model() instanceof MeasuredModel;
        if (found.forecast().job().workload().model() instanceof Transformer) {
            steps.add(
                    "",
                    "Forward of one layer for one micro-batch on a rank",
                    "sum over its operations of max(FLOPs / (peak x share), bytes / bandwidth) + launch, "
                            + Prints.number(layer.forwardFlops() / 1e12)
                            + " TFLOP in all, the layer with most parameters:",
                    layer.forward(),
                    SECONDS,
                    ROOFLINE,
                    "matrix products are bound by arithmetic, norms and activations by memory");
        }
        String why = measured
                ? "a third of the measured time is called forward, as for a matrix product, whose backward is two"
                : "the slowest pipeline stage paces all others";
        term(Term.FORWARD, "m x F", why, seconds("F", stage.forward(), "forward of the stage, its layers added"));
        term(
                Term.BACKWARD,
                "m x (B + W)",
                "every product of forward has two in backward, for its input and for its weights",
                seconds("B", stage.backwardInput(), "gradients of inputs"),
                seconds("W", stage.backwardWeight(), "gradients of weights"));
        if (found.has(Term.RECOMPUTE)) {
            term(
                    Term.RECOMPUTE,
                    "m x R",
                    "what was not kept from forward is computed again (Korthikanti et al., arXiv 2205.05198)",
                    seconds("R", stage.recompute(), "computed again for a micro-batch"));
        }
    }

    private void communication() {
        LayerCost stage = found.iteration().pipeline().pacing();
        both(
                Term.TENSOR_PARALLEL,
                stage.tensorForward(),
                stage.tensorBackward(),
                "each half of a layer ends in a collective of its activations (Shoeybi et al., arXiv 1909.08053)");
        both(
                Term.CONTEXT_PARALLEL,
                stage.contextForward(),
                stage.contextBackward(),
                "keys and values go around the ring; what outlasts attention is seen (Liu et al., arXiv 2310.01889)");
        both(
                Term.EXPERT_PARALLEL,
                stage.expertForward(),
                stage.expertBackward(),
                "tokens go to their experts and come back (DeepSeek-V3, arXiv 2412.19437, section 3.2.2)");
        if (found.has(Term.PIPELINE_PARALLEL)) {
            PipelineCost pipeline = found.iteration().pipeline();
            term(
                    Term.PIPELINE_PARALLEL,
                    "m x x + e",
                    "activations go to the next stage and gradients come back, a message each",
                    seconds("x", pipeline.transferSeconds(), "transfers of a micro-batch that nothing hides"),
                    seconds("e", pipeline.tiedTableSeconds(), "sum of a token table that two stages share"));
        }
    }

    private void both(Term term, double forward, double backward, String why) {
        if (found.has(term)) {
            term(
                    term,
                    "m x (f + b)",
                    why,
                    seconds("f", forward, "exposed in forward"),
                    seconds("b", backward, "exposed in backward"));
        }
    }

    private void bubble() {
        Layout layout = found.forecast().layout();
        if (layout.pp() == 1) {
            return;
        }
        PipelineCost pipeline = found.iteration().pipeline();
        boolean zero = layout.schedule() == Schedule.ZB_H1 || layout.schedule() == Schedule.ZB_H2;
        String how = zero ? "closed form of the schedule" : "every operation of the schedule simulated";
        steps.add(
                Explanation.key(Term.BUBBLE),
                "Bubble",
                how + ", the end of the last stage less the pacing stage's own work of "
                        + Prints.print(SECONDS, pipeline.busySeconds()) + ":",
                found.term(Term.BUBBLE),
                SECONDS,
                zero ? "Qi et al., arXiv 2401.10241, table 2" : "Narayanan et al., arXiv 2104.04473, section 2.2",
                "stages wait while the pipeline fills and drains; with equal stages this is (p-1) (F+B+W) / v");
    }

    private void term(Term term, String formula, String why, Step.Operand... operands) {
        Step.Operand[] all = new Step.Operand[operands.length + 1];
        all[0] = count("m", m, "micro-batches");
        System.arraycopy(operands, 0, all, 1, operands.length);
        String label = term.label();
        steps.add(
                Explanation.key(term),
                Character.toUpperCase(label.charAt(0)) + label.substring(1) + " of an iteration",
                formula,
                found.term(term),
                SECONDS,
                "docs/cost-model.md",
                why,
                all);
    }
}
