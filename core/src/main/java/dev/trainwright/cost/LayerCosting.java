package dev.trainwright.cost;

import dev.trainwright.layout.Recompute;
import dev.trainwright.workload.Attention;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Workload;

/** The cost of one layer on one rank for one micro-batch, counted operation by operation. */
public final class LayerCosting {
    /** Kernel launches that one collective takes the host. */
    private static final double COLLECTIVE_LAUNCHES = 2;

    private LayerCosting() {}

    /**
     * Costs {@code layer}.
     *
     * @param hidden h
     * @param crossTokens tokens of the encoder's output that cross attention sees, per sample
     */
    public static LayerCost of(
            Layer layer, long hidden, long crossTokens, Workload workload, Split split, Rates rates, Fabric fabric) {
        double a = workload.precision().activations().bytes();
        double operand = Math.max(workload.precision().matmul().bytes(), 1);
        boolean frozen = workload.fineTuning() instanceof FineTuning.LowRank;
        double samples = split.microBatch();
        double localSequence = (double) workload.sequence() / split.cp();
        double tokens = samples * localSequence;
        double residualTokens = split.sequenceParallel() ? tokens / split.tp() : tokens;

        OperationSum core = new OperationSum(rates, a);
        AttentionCost.core(
                core,
                layer.mixer(),
                samples,
                localSequence,
                workload.sequence(),
                split.tp(),
                workload.fusedAttention(),
                workload.dropout());
        OperationSum rest = new OperationSum(rates, Math.min(a, operand));
        AttentionCost.projections(rest, layer.mixer(), hidden, tokens, split.tp(), frozen);
        double products = rest.forward;
        rest.elementwise(2 * AttentionCost.movedWidth(layer.mixer(), split.tp()) * tokens * a, 3);
        FeedForwardCost.add(rest, layer.feedForward(), hidden, tokens, split, a, frozen);
        double residualBytes = (2.0 * layer.norms() + 6) * a * residualTokens * hidden
                + (workload.dropout() ? 2 : 0) * residualTokens * hidden;
        rest.elementwise(residualBytes, layer.norms() + 2);
        if (operand < a) {
            rest.elementwise(quantisedElements(layer, hidden, tokens, split) * (a + operand), 4);
        }
        Attention cross = layer.cross();
        if (cross != null) {
            AttentionCost.projections(rest, cross, hidden, tokens, split.tp(), frozen);
            AttentionCost.core(
                    core,
                    cross,
                    samples,
                    localSequence,
                    crossTokens,
                    split.tp(),
                    workload.fusedAttention(),
                    workload.dropout());
        }
        if (workload.fineTuning() instanceof FineTuning.LowRank adapter) {
            Adapters.add(rest, adapter, layer, hidden, tokens, split);
            double stored = ModelStates.storedBytes(adapter.base());
            if (stored < workload.precision().parameters().bytes()) {
                double matrices = denseParameters(layer, hidden, split.tp())
                        + FeedForwardCost.localExperts(layer.feedForward(), hidden, split);
                rest.dequantise(
                        matrices * (stored + workload.precision().parameters().bytes()));
            }
        }

        double collective = tensorCollective(tokens * hidden * a, split, fabric);
        int pairs = (cross == null ? 1 : 2) + (splitByTensor(layer, split) ? 1 : 0);
        double hide = split.overlapTensor() ? rest.forward * 0.5 : 0;
        double tensorForward = Math.max(0, pairs * collective - hide);
        double again = split.sequenceParallel() ? pairs * gather(tokens * hidden * a, split, fabric) : 0;
        double tensorBackward = Math.max(0, pairs * collective + again - 2 * hide);
        double contextForward = contextSeconds(layer, tokens, a, split, core.forward, fabric);
        double expertAll = expertSeconds(layer, hidden, tokens, a, split, fabric);
        double expertForward = split.overlapExpert() ? Math.max(0, expertAll - core.forward - rest.forward) : expertAll;

        // Host and device pace each other through the whole pass, communication included: a collective keeps the device
        // as a kernel does, and takes the host two launches. Backward has twice the kernels, and the autograd engine
        // launches them without Python: measured, both directions take the host the same time.
        double launches = split.tp() > 1 ? COLLECTIVE_LAUNCHES * pairs : 0;
        double host = core.hostForward() + rest.hostForward() + launches * rates.hostSeconds();
        double sent = tensorForward + contextForward + expertForward;
        double sentBack = tensorBackward + 2 * contextForward + expertForward;
        double forward = Rates.paced(core.forward + rest.forward + sent, host) - sent;
        double backwardInput =
                Rates.paced(core.backwardInput + rest.backwardInput + rest.backwardWeight + sentBack, host)
                        - sentBack
                        - rest.backwardWeight;
        boolean full = split.recompute() == Recompute.FULL;
        double recompute = switch (split.recompute()) {
            case NONE -> 0;
            case SELECTIVE -> core.forward;
            case SELECTIVE_OPERATIONS -> Math.max(0, rest.forward - products / 2);
            case FULL -> forward;
        };
        double recomputeFlops = switch (split.recompute()) {
            case NONE -> 0;
            case SELECTIVE -> core.forwardFlops;
            case SELECTIVE_OPERATIONS -> rest.forwardFlops / 2;
            case FULL -> core.forwardFlops + rest.forwardFlops;
        };

        double saved = LayerMemory.savedBytes(layer, hidden, workload, split, split.recompute());
        double all = LayerMemory.savedBytes(layer, hidden, workload, split, Recompute.NONE);
        double dense = denseParameters(layer, hidden, split.tp());
        double experts = FeedForwardCost.localExperts(layer.feedForward(), hidden, split);
        double trained = dense;
        double trainedExperts = experts;
        if (workload.fineTuning() instanceof FineTuning.LowRank adapter) {
            trained = Adapters.parameters(adapter, layer, hidden, split, false);
            trainedExperts = Adapters.parameters(adapter, layer, hidden, split, true);
            dense += trained;
            experts += trainedExperts;
        }
        return new LayerCost(
                forward,
                backwardInput,
                rest.backwardWeight,
                recompute,
                core.forwardFlops + rest.forwardFlops,
                core.backwardFlops + rest.backwardFlops,
                recomputeFlops,
                tensorForward,
                tensorBackward + (full ? tensorForward : 0),
                contextForward,
                (full ? 3 : 2) * contextForward,
                expertForward,
                (full ? 2 : 1) * expertForward,
                saved,
                Math.max(0, all - saved) + LayerMemory.transientBytes(layer, hidden, workload, tokens, split),
                dense,
                experts,
                trained,
                trainedExperts);
    }

    private static boolean splitByTensor(Layer layer, Split split) {
        return !(layer.feedForward() instanceof MixtureOfExperts moe)
                || split.expertTp() > 1
                || moe.sharedIntermediate() > 0;
    }

    private static double tensorCollective(double bytes, Split split, Fabric fabric) {
        Group group = Group.of(split.tp(), 1, fabric.devicesPerNode());
        return split.sequenceParallel()
                ? Collectives.allGather(bytes, group, fabric) + Collectives.reduceScatter(bytes, group, fabric)
                : Collectives.allReduce(bytes, group, fabric);
    }

    private static double gather(double bytes, Split split, Fabric fabric) {
        return Collectives.allGather(bytes, Group.of(split.tp(), 1, fabric.devicesPerNode()), fabric);
    }

    /** Keys and values travel around the ring while the core computes (Liu et al., arXiv 2310.01889); what outlasts it is exposed. */
    private static double contextSeconds(
            Layer layer, double tokens, double activationBytes, Split split, double coreSeconds, Fabric fabric) {
        if (split.cp() == 1 || layer.mixer() instanceof LinearAttention) {
            return 0;
        }
        Group group = Group.of(split.cp(), split.tp(), fabric.devicesPerNode());
        double bytes = AttentionCost.kvBytes(layer.mixer(), tokens, split.tp(), activationBytes) * split.cp();
        double all = Collectives.allGather(bytes, group, fabric);
        return Math.max(all / split.cp(), all - coreSeconds);
    }

    /** Dispatch and combine. */
    private static double expertSeconds(
            Layer layer, long hidden, double tokens, double activationBytes, Split split, Fabric fabric) {
        if (split.ep() == 1 || !(layer.feedForward() instanceof MixtureOfExperts moe)) {
            return 0;
        }
        Group group = Group.of(split.ep(), 1, fabric.devicesPerNode());
        double bytes = FeedForwardCost.routedTokens(moe, tokens, split) / moe.topK() * hidden * activationBytes;
        return 2 * Collectives.expertExchange(bytes, moe.topK(), group, fabric);
    }

    private static double denseParameters(Layer layer, long hidden, int tp) {
        Attention cross = layer.cross();
        return AttentionCost.localParameters(layer.mixer(), hidden, tp)
                + (cross == null ? 0 : AttentionCost.localParameters(cross, hidden, tp))
                + FeedForwardCost.localParameters(layer.feedForward(), hidden, tp)
                + layer.normParameters();
    }

    /** Elements cast to a narrower format for the products of one layer, forward: their inputs and their weights. */
    private static double quantisedElements(Layer layer, long hidden, double tokens, Split split) {
        double weights = denseParameters(layer, hidden, split.tp())
                + FeedForwardCost.localExperts(layer.feedForward(), hidden, split);
        double inner = layer.feedForward() instanceof MixtureOfExperts moe
                ? FeedForwardCost.routedTokens(moe, tokens, split) * moe.expertIntermediate() / split.expertTp()
                : tokens
                        * ((dev.trainwright.workload.DenseFeedForward) layer.feedForward()).intermediate()
                        / split.tp();
        return weights + 3 * tokens * hidden + inner;
    }
}
