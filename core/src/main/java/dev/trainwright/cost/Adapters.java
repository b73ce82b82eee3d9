package dev.trainwright.cost;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Layer;

/** Low-rank adapters: r (inputs + outputs) trained parameters beside each target matrix (Hu et al., arXiv 2106.09685). */
final class Adapters {
    private Adapters() {}

    /** Trained parameters of one layer on one rank. */
    static double parameters(FineTuning.LowRank adapter, Layer layer, long hidden, Split split) {
        double sum = 0;
        for (String target : adapter.targets()) {
            double[] shape = shape(target, layer, hidden, split);
            sum += adapter.rank() * (shape[0] + shape[1]);
        }
        return sum;
    }

    /** Adds the two thin products of each target. */
    static void add(
            OperationSum sum, FineTuning.LowRank adapter, Layer layer, long hidden, double tokens, Split split) {
        for (String target : adapter.targets()) {
            double[] shape = shape(target, layer, hidden, split);
            if (shape[0] > 0) {
                sum.matmul(1, tokens, adapter.rank(), shape[0], false);
                sum.matmul(1, tokens, shape[1], adapter.rank(), false);
            }
        }
    }

    /** Inputs and outputs of the target matrix on one rank; zeros where the layer has no such matrix. */
    private static double[] shape(String target, Layer layer, long hidden, Split split) {
        if ("qkvo".contains(target)) {
            if (!(layer.mixer() instanceof Attention a)) {
                return new double[2];
            }
            double query = (double) a.queryWidth() / split.tp();
            double kv = (double) a.kvWidth() / split.tp();
            return switch (target) {
                case "q" -> new double[] {hidden, query};
                case "o" -> new double[] {query, hidden};
                default -> new double[] {hidden, kv};
            };
        }
        if (layer.feedForward() instanceof DenseFeedForward dense && (dense.gated() || !target.equals("gate"))) {
            double width = (double) dense.intermediate() / split.tp();
            return target.equals("down") ? new double[] {width, hidden} : new double[] {hidden, width};
        }
        return new double[2];
    }
}
