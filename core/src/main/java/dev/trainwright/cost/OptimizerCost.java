package dev.trainwright.cost;

import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;

/** Seconds of the weight update: it is bound by memory, so bytes touched over bandwidth. */
public final class OptimizerCost {
    private OptimizerCost() {}

    /**
     * Bytes touched for one parameter: the gradient read twice (norm, update), state and master copy read and written, the weight written (and read where there
     * is no master copy).
     */
    public static double bytesPerParameter(Optimizer optimizer, Precision precision) {
        NumberFormat master = precision.master();
        double weight = precision.parameters().bytes();
        double copies = master == null ? 2 * weight : 2 * master.bytes() + weight;
        return 2 * precision.gradients().bytes() + 2 * optimizer.stateBytes() + copies;
    }

    /** Seconds for {@code parameters} on this rank. Muon's orthogonalisation adds 5 Newton-Schulz steps, about 15 x 2 h FLOPs a parameter. */
    public static double seconds(
            Optimizer optimizer, Precision precision, double parameters, double hidden, Rates rates) {
        double bytes = bytesPerParameter(optimizer, precision) * rates.optimizerTraffic();
        double memory = parameters * bytes / rates.memoryBytes();
        double arithmetic = optimizer == Optimizer.MUON ? 30 * parameters * hidden / rates.lossFlops() : 0;
        return memory + arithmetic;
    }
}
