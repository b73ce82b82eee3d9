package dev.trainwright.plan;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.forecast.Evaluator;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Sharding;
import dev.trainwright.workload.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The cluster, or a part of it, with what search needs to know of the job on it. */
final class Part {
    private final Job job;
    private final Space space;
    private final Legality legality;
    private final Calibrations calibrations;
    private final double hostBytes;
    private final Map<String, Evaluator> evaluators = new ConcurrentHashMap<>();
    private final Map<Integer, Sharding[]> shardings = new ConcurrentHashMap<>();

    private Part(Job job, Limits limits, Calibrations calibrations) {
        this.job = job;
        this.space = Spaces.of(job, job.cluster(), limits);
        this.legality = Legality.of(job.workload(), job.cluster());
        this.calibrations = calibrations;
        this.hostBytes = job.cluster().pools().stream()
                .mapToDouble(pool -> share(pool.type()))
                .min()
                .orElseThrow();
    }

    /** One device's share of its host's memory; of a host whose memory is not known no limit is known. */
    private static double share(NodeType node) {
        double bytes = node.host().memoryBytes();
        return bytes == 0 ? Double.POSITIVE_INFINITY : bytes / node.devices();
    }

    /** The whole cluster, and where {@code limits} allow it halves, quarters and so on of its nodes. */
    static List<Part> of(Job job, Limits limits, Calibrations calibrations) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(job, limits, calibrations));
        Cluster whole = job.cluster();
        if (limits.fewerNodes() && whole.pools().size() == 1) {
            Cluster.Pool pool = whole.pools().get(0);
            for (int nodes = pool.nodes() / 2; nodes >= 1; nodes /= 2) {
                Cluster fewer = new Cluster(
                        whole.name(), List.of(new Cluster.Pool(pool.type(), nodes)), whole.jitter(), whole.economics());
                parts.add(new Part(job.on(fewer), limits, calibrations));
            }
        }
        return parts;
    }

    Job job() {
        return job;
    }

    Space space() {
        return space;
    }

    Legality legality() {
        return legality;
    }

    /** Host memory of one device, infinite where it is not known. */
    double hostBytes() {
        return hostBytes;
    }

    /** Ways to shard over {@code ranks}, by index. */
    Sharding[] shardings(int ranks) {
        return shardings.computeIfAbsent(ranks, space::shardings);
    }

    /** The layout at an index. */
    Layout layout(long shape, int sharding) {
        Layout layout = space.shape(shape);
        return layout.with(shardings(layout.dp() * layout.cp())[sharding]);
    }

    /** The evaluator with the constants of the software that runs {@code layout}. */
    Evaluator evaluator(Layout layout) {
        return evaluators.computeIfAbsent(
                Forecaster.family(job, layout),
                family -> Evaluator.of(job, Forecaster.calibration(job, layout, calibrations)));
    }

    /** Samples of an iteration of {@code dp} replicas. */
    long globalBatch(int dp) {
        Batch batch = job.workload().batch();
        return batch.scaling() == Batch.Scaling.WEAK ? batch.size() * dp : batch.size();
    }
}
