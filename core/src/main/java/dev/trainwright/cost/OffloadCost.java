package dev.trainwright.cost;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Sharding;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;

/**
 * Exposed seconds of keeping state in host memory (ZeRO-Offload, Ren et al., arXiv 2101.06840; weights too: ZeRO-Infinity, arXiv 2104.07857). Gradients leave the
 * device behind backward, the host updates, and updated weights come back while it goes on; offloaded weights are read for every forward and backward.
 */
public final class OffloadCost {
    private OffloadCost() {}

    /**
     * Seconds of one iteration that nothing hides.
     *
     * @param load what the rank brings
     * @param updated parameters whose update is the rank's
     * @param weights parameters whose offloaded weights are the rank's
     */
    public static double seconds(
            Sharding sharding,
            DataParallel.Load load,
            double updated,
            double weights,
            Optimizer optimizer,
            Precision precision,
            HostRates host) {
        if (sharding.offload() == Offload.NONE) {
            return 0;
        }
        int m = load.microBatches();
        double copy = copySeconds(updated, precision, host);
        int times = ModelStates.offloadsGradients(sharding) && sharding.syncEveryMicroStep() ? m : 1;
        double out = times * DataParallel.exposed(copy, load.backwardSeconds(), load.units(), true, 0);
        double back = Math.max(updateSeconds(updated, optimizer, precision, host), copy);
        if (sharding.offload() == Offload.OPTIMIZER) {
            return out + back;
        }
        double fetch = copySeconds(weights, precision, host);
        double read = DataParallel.exposed(fetch, load.forwardSeconds(), load.units(), true, 0)
                + DataParallel.exposed(fetch, load.backwardSeconds(), load.units(), true, 0);
        return out + back + m * read;
    }

    /** Seconds to copy {@code parameters} between device and host, in the format of the weights. */
    public static double copySeconds(double parameters, Precision precision, HostRates host) {
        return parameters * precision.parameters().bytes() / host.linkBytes();
    }

    /** Seconds of the host's update of {@code parameters}: bytes touched, and the weight in the device's format, over its memory bandwidth. */
    public static double updateSeconds(double parameters, Optimizer optimizer, Precision precision, HostRates host) {
        double touched = OptimizerCost.bytesPerParameter(optimizer, precision)
                + precision.parameters().bytes();
        return parameters * touched / host.memoryBytes();
    }
}
