package dev.trainwright.forecast;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Economics;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Workload;
import org.jspecify.annotations.Nullable;

/** Hours, failures, money and energy of a whole training. */
final class Efforts {
    private Efforts() {}

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
                interval == null ? null : withFailures(economics, cluster.devices(), interval, seconds) / 3600;
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

    /** Young's interval sqrt(2 C M) for the cluster's M = device MTBF / devices; null where it is not given. */
    private static @Nullable Double checkpointInterval(Economics economics, int devices) {
        Double mtbf = economics.deviceMtbfSeconds();
        Double write = economics.checkpointSeconds();
        return mtbf == null || write == null ? null : Math.sqrt(2 * write * mtbf / devices);
    }

    /** Useful seconds stretched by checkpoints, by the half interval each failure loses, and by restarts (Young 1974). */
    private static double withFailures(Economics economics, int devices, double interval, double seconds) {
        double write = java.util.Objects.requireNonNull(economics.checkpointSeconds());
        double mtbf = java.util.Objects.requireNonNull(economics.deviceMtbfSeconds()) / devices;
        Double restart = economics.restartSeconds();
        double lost = (interval + write) / 2 + (restart == null ? 0 : restart);
        double useful = interval / (interval + write) * (1 - lost / mtbf);
        if (useful <= 0) {
            throw new IllegalArgumentException("the cluster fails every " + Math.round(mtbf)
                    + " s, and each failure loses " + Math.round(lost) + " s: training does not advance");
        }
        return seconds / useful;
    }

    /** Board power of all devices and hosts; 0 where any device's is unknown. */
    private static double watts(Cluster cluster) {
        double watts = 0;
        for (Cluster.Pool pool : cluster.pools()) {
            double device = pool.type().accelerator().watts();
            if (device == 0) {
                return 0;
            }
            watts +=
                    pool.nodes() * (pool.type().devices() * device + pool.type().hostWatts());
        }
        return watts;
    }
}
