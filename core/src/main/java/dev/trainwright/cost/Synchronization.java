package dev.trainwright.cost;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.spine.BoundedStaleness;
import dev.trainwright.spine.OrderStatistics;
import dev.trainwright.spine.Refinements;
import dev.trainwright.spine.Stragglers;
import dev.trainwright.workload.Precision;

/** What agreeing on the weights costs under each kind of synchrony. */
public final class Synchronization {
    private Synchronization() {}

    /**
     * Exposed seconds of one iteration's communication between replicas.
     *
     * @param sharding how {@code layout}'s states are sharded, in place of its own
     * @param groups who talks to whom under it
     * @param computeSeconds what a replica computes in that iteration
     */
    public static double exposedSeconds(
            Layout layout,
            Sharding sharding,
            DataParallel.Groups groups,
            DataParallel.Load load,
            Precision precision,
            Fabric fabric,
            Calibration.Network network,
            double computeSeconds) {
        if (layout.synchrony() instanceof Synchrony.LocalSgd) {
            double bytes = (load.trained() + load.trainedExperts())
                    * precision.gradientReduce().bytes();
            return amortised(layout.synchrony(), Collectives.allReduce(bytes, groups.dense(), fabric));
        }
        if (layout.synchrony() instanceof Synchrony.Asynchronous async) {
            return serverSeconds(layout, async, load, precision, fabric, computeSeconds);
        }
        return DataParallel.exposedSeconds(
                sharding, groups, layout.overlap().dataParallel(), load, precision, fabric, network);
    }

    /** Local SGD averages every H steps: {@code seconds} / H a step (Stich, arXiv 1805.09767). */
    public static double amortised(Synchrony synchrony, double seconds) {
        return synchrony instanceof Synchrony.LocalSgd local
                ? Refinements.localSgdSyncSeconds(seconds, local.localSteps())
                : seconds;
    }

    /**
     * A worker pushes gradients and pulls weights over its own port; the servers' ports carry that for all workers, and are a ceiling (Li et al., OSDI 2014). On a machine
     * without a network they share its inside link.
     */
    private static double serverSeconds(
            Layout layout,
            Synchrony.Asynchronous async,
            DataParallel.Load load,
            Precision precision,
            Fabric fabric,
            double computeSeconds) {
        double bytes = (load.trained() + load.trainedExperts())
                * (precision.gradientReduce().bytes()
                        + precision.parameterGather().bytes());
        boolean network = Double.isFinite(fabric.interBandwidth());
        double port =
                network ? fabric.interBandwidth() / fabric.devicesPerNode() : fabric.inside(fabric.devicesPerNode());
        double serverPort = network ? fabric.interBandwidth() : port;
        double own = bytes / port + 2 * (network ? fabric.interLatency() : fabric.intraLatency());
        double updatesPerSecond = Stragglers.serverUpdatesPerSecond(bytes, async.servers(), serverPort);
        return Math.max(own, layout.dp() / updatesPerSecond - computeSeconds);
    }

    /**
     * Mean wait for slower workers whose step times are normal with coefficient of variation {@code jitter}: for the expected last of those that a synchronous step
     * waits for, less the mean; at the bound of asynchronous workers that have one ({@link BoundedStaleness}). Others never wait for one another.
     *
     * @param parts context-parallel parts of a replica, each a worker of its own
     */
    public static double stragglerSeconds(
            Synchrony synchrony, int replicas, int parts, double jitter, double meanSeconds) {
        int workers = replicas * parts;
        if (jitter == 0 || workers == 1) {
            return 0;
        }
        if (synchrony instanceof Synchrony.Synchronous sync) {
            int rank = workers - sync.backupWorkers() * parts;
            return Math.max(0, OrderStatistics.standardNormal(rank, workers)) * jitter * meanSeconds;
        }
        return synchrony instanceof Synchrony.Asynchronous async && async.stalenessBound() >= 0
                ? BoundedStaleness.wait(workers, async.stalenessBound(), jitter) * meanSeconds
                : 0;
    }
}
