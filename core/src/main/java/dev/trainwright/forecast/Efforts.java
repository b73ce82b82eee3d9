package dev.trainwright.forecast;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Economics;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Failures;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Workload;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hours, failures, money and energy of a whole training. */
public final class Efforts {
    private static final double LEAST_GOODPUT = 1e-3;

    private Efforts() {}

    /** By what failures, checkpoints and restarts stretch the hours on {@code cluster}; 1 where its reliability is not given. */
    public static double stretch(Cluster cluster) {
        Double interval = checkpointInterval(cluster.economics(), cluster.devices());
        return interval == null ? 1 : 1 / goodput(cluster.economics(), cluster.devices(), interval);
    }

    /** Null where the job does not say how much to train. */
    static Forecast.@Nullable Effort of(Workload workload, Cluster cluster, double iterationSeconds, long globalBatch) {
        Amount amount = workload.amount();
        if (amount == null) {
            return null;
        }
        double steps = steps(amount, globalBatch, workload.sequence());
        double seconds = steps * iterationSeconds;
        Economics economics = cluster.economics();
        Double interval = checkpointInterval(economics, cluster.devices());
        Double withFailures =
                interval == null ? null : seconds / goodput(economics, cluster.devices(), interval) / 3600;
        double hours = seconds / 3600;
        double deviceHours = cluster.devices() * (withFailures == null ? hours : withFailures);
        Double price = economics.pricePerDeviceHour();
        double watts = watts(cluster);
        return new Forecast.Effort(
                steps,
                hours,
                withFailures,
                interval,
                deviceHours,
                price == null ? null : price * deviceHours,
                economics.currency(),
                watts == 0 ? null : watts * deviceHours / cluster.devices() / 1000);
    }

    /** Iterations; a last one that is not full counts whole. */
    static double steps(Amount amount, long globalBatch, long sequence) {
        double exact = switch (amount.unit()) {
            case STEPS -> amount.count();
            case SAMPLES -> amount.count() / globalBatch;
            case TOKENS -> amount.count() / ((double) globalBatch * sequence);
            case EPOCHS -> {
                Long samples = amount.datasetSamples();
                if (samples == null) {
                    throw new IllegalArgumentException("epochs need the number of samples in the data set");
                }
                yield amount.count() * Math.ceil((double) samples / globalBatch);
            }
        };
        return Math.ceil(exact);
    }

    /** Young's interval for the cluster; null where reliability is not given. */
    private static @Nullable Double checkpointInterval(Economics economics, int devices) {
        Double mtbf = economics.deviceMtbfSeconds();
        Double write = economics.checkpointSeconds();
        return mtbf == null || write == null
                ? null
                : Failures.youngIntervalSeconds(write, Failures.clusterMtbfSeconds(mtbf, devices));
    }

    private static double goodput(Economics economics, int devices, double interval) {
        double write = Objects.requireNonNull(economics.checkpointSeconds());
        double mtbf = Failures.clusterMtbfSeconds(Objects.requireNonNull(economics.deviceMtbfSeconds()), devices);
        Double restart = economics.restartSeconds();
        double goodput = Failures.goodput(interval, write, restart == null ? 0 : restart, mtbf);
        if (goodput < LEAST_GOODPUT) {
            throw new IllegalArgumentException("training does not advance: the cluster fails every "
                    + Prints.print(Dimension.SECONDS, mtbf) + ", a checkpoint takes "
                    + Prints.print(Dimension.SECONDS, write) + " and a restart "
                    + Prints.print(Dimension.SECONDS, restart == null ? 0 : restart));
        }
        return goodput;
    }

    /** Board power of all devices and hosts; 0 where any device's is unknown. */
    private static double watts(Cluster cluster) {
        double watts = 0;
        for (Cluster.Pool pool : cluster.pools()) {
            double device = pool.type().accelerator().watts();
            if (device == 0) {
                return 0;
            }
            watts += pool.nodes()
                    * (pool.type().devices() * device + pool.type().host().watts());
        }
        return watts;
    }
}
