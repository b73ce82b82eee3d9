package dev.trainwright.cost;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Head;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Workload;

/** The cost of what stands before the first layer and behind the last: token table, head and loss, on one rank for one micro-batch. */
public final class EdgeCosting {
    private EdgeCosting() {}

    /** The input embedding of {@code stack}: a gather forward, a scatter-add backward; its table split over the tensor-parallel ranks. */
    public static LayerCost embedding(Stack stack, Workload workload, Split split, Rates rates, Fabric fabric) {
        double a = workload.precision().activations().bytes();
        double tokens = split.microBatch() * (double) workload.sequence() / split.cp();
        double moved = 2 * tokens * stack.hidden() * a;
        double seconds = rates.elementwiseSeconds(moved, 1);
        double reduce = tensorReduce(tokens * stack.hidden() * a, split, fabric);
        double parameters = (double) stack.embeddingParameters() / split.tp();
        double mask = workload.dropout() ? tokens * stack.hidden() / (split.sequenceParallel() ? split.tp() : 1) : 0;
        boolean frozen = workload.fineTuning() instanceof FineTuning.LowRank;
        return new LayerCost(
                seconds,
                0,
                2 * seconds,
                0,
                0,
                0,
                0,
                reduce,
                0,
                0,
                0,
                0,
                0,
                mask,
                0,
                parameters,
                0,
                frozen ? 0 : parameters,
                0);
    }

    /** Head and cross-entropy. Logits are made once a token, or once a sequence for a classifier. */
    public static LayerCost head(
            Head head,
            Stack last,
            Workload workload,
            Split split,
            Rates rates,
            Fabric fabric,
            Calibration.Memory memory) {
        double a = workload.precision().activations().bytes();
        double tokens = split.microBatch() * (head.perToken() ? (double) workload.sequence() / split.cp() : 1);
        double columns = (double) head.vocab() / split.tp();
        boolean frozen = workload.fineTuning() instanceof FineTuning.LowRank;
        OperationSum sum = new OperationSum(rates, a);
        sum.matmul(rates.lossFlops(), 1, tokens, columns, (double) last.hidden(), frozen);
        double logits = tokens * columns;
        double lossForward = rates.lossSeconds(logits * (a + 8), 4);
        double lossBackward = rates.lossSeconds(logits * (a + 4), 2);
        double reduce = tensorReduce(tokens * last.hidden() * a, split, fabric);
        double residual = split.sequenceParallel() ? tokens / split.tp() : tokens;
        double saved = 2 * a * residual * last.hidden();
        double stored = (double) head.parameters() / split.tp() + last.finalNormParameters();
        return new LayerCost(
                sum.forward + lossForward,
                sum.backwardInput + lossBackward,
                sum.backwardWeight,
                0,
                sum.forwardFlops,
                sum.backwardFlops,
                0,
                split.sequenceParallel() ? reduce : 0,
                reduce,
                0,
                0,
                0,
                0,
                saved,
                logits * memory.logitBytes(),
                stored,
                0,
                frozen ? 0 : stored,
                0);
    }

    private static double tensorReduce(double bytes, Split split, Fabric fabric) {
        Group group = Group.of(split.tp(), 1, fabric.devicesPerNode());
        return split.sequenceParallel()
                ? Collectives.reduceScatter(bytes, group, fabric)
                : Collectives.allReduce(bytes, group, fabric);
    }
}
