package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.AsyncResult;
import dev.trainwright.spine.AsyncSimulation;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.Stragglers;
import dev.trainwright.spine.WorkerTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a group of workers of different speed does, synchronously and asynchronously; each worker's time is given. */
public final class StragglerAnswer {
    private static final long SEED = 1;
    private static final int MOST_SHOWN = 16;

    /**
     * The group's figures.
     *
     * @param n its size
     * @param syncSeconds iteration that waits for all
     * @param backupSeconds iteration that drops the slowest; null without backup workers
     * @param meanSeconds mean worker time
     * @param updatesPerSecond asynchronous rate
     */
    record Group(
            int n,
            double syncSeconds,
            @Nullable Double backupSeconds,
            double meanSeconds,
            double waitingShare,
            double updatesPerSecond) {

        double harmonicSeconds() {
            return n / updatesPerSecond;
        }

        static List<Metric<Group>> metrics(String origin) {
            return List.of(
                    Metric.of("workers", "workers", Dimension.COUNT, Group::n),
                    Metric.of("syncSeconds", "synchronous iteration, " + origin, Dimension.SECONDS, Group::syncSeconds),
                    Metric.of("backupSeconds", "with backup workers", Dimension.SECONDS, Group::backupSeconds),
                    Metric.of("waitingShare", "time spent waiting", Dimension.RATIO, Group::waitingShare),
                    Metric.of(
                            "asyncMeanSeconds",
                            "asynchronous: mean time of a worker's update",
                            Dimension.SECONDS,
                            Group::meanSeconds),
                    Metric.of(
                            "updatesPerSecond",
                            "asynchronous: updates per second of the group",
                            Dimension.FACTOR,
                            Group::updatesPerSecond),
                    Metric.of(
                            "asyncHarmonicSeconds",
                            "asynchronous: time of as many updates as workers",
                            Dimension.SECONDS,
                            Group::harmonicSeconds),
                    Metric.of(
                            "asyncSpeedup",
                            "asynchronous over synchronous",
                            Dimension.FACTOR,
                            g -> g.syncSeconds() / g.harmonicSeconds()));
        }
    }

    private record Worker(int number, double seconds, double staleness, AsyncResult.Worker simulated) {}

    private static final List<Metric<Worker>> WORKERS = List.of(
            Metric.of("worker", "worker", Dimension.COUNT, Worker::number),
            Metric.of("seconds", "time", Dimension.SECONDS, Worker::seconds),
            Metric.of("updatesPerSecond", "updates/s", Dimension.FACTOR, w -> 1 / w.seconds()),
            Metric.of("staleness", "mean staleness", Dimension.FACTOR, Worker::staleness),
            Metric.of(
                    "stalenessSimulated",
                    "simulated",
                    Dimension.FACTOR,
                    w -> w.simulated().meanStaleness()));

    private StragglerAnswer() {}

    /** The answer for workers whose times are given. */
    public static List<Part> ofTimes(List<Double> seconds, int backup, @Nullable Integer bound) {
        double[] times = seconds.stream().mapToDouble(Double::doubleValue).toArray();
        Group group = new Group(
                times.length,
                Stragglers.syncSeconds(times),
                backup == 0 ? null : Stragglers.withBackupSeconds(backup, times),
                Stragglers.meanWorkerSeconds(times),
                Stragglers.waitingShare(times),
                Stragglers.updatesPerSecond(times));
        AsyncResult run = simulate(times.length, WorkerTimes.fixed(times), AsyncSimulation.UNBOUNDED);
        double[] staleness = Stragglers.staleness(times);
        List<Worker> workers = IntStream.range(0, times.length)
                .mapToObj(i ->
                        new Worker(i + 1, times[i], staleness[i], run.workers().get(i)))
                .toList();
        List<Part> parts = new ArrayList<>();
        parts.add(new Sentence("answer", sentence(group)));
        parts.add(new Facts<>("", "Group", group, Group.metrics("the slowest worker")));
        parts.add(new Steps("steps", "Steps", steps(times, group)));
        parts.add(new Table<>("workersAsync", "Workers, asynchronous", workers, WORKERS));
        parts.add(AsyncParts.staleness(run));
        if (bound != null) {
            parts.add(AsyncParts.bounded(
                    bound, times.length, simulate(times.length, WorkerTimes.fixed(times), bound), run));
        }
        return parts;
    }

    static AsyncResult simulate(int workers, WorkerTimes times, int bound) {
        return AsyncSimulation.run(workers, times, bound, Math.max(100_000, 50L * workers), SEED);
    }

    private static String sentence(Group group) {
        if (group.n() == 1) {
            return "One worker waits for nobody: " + seconds(group.syncSeconds()) + " an iteration either way.";
        }
        return ("Synchronous: %s an iteration. Asynchronous: %s per worker's update on average, which is not the group's"
                        + " rate: %d updates take %s (harmonic mean), %s times as fast as synchronous, with gradients that"
                        + " are %s stale on average.")
                .formatted(
                        seconds(group.syncSeconds()),
                        seconds(group.meanSeconds()),
                        group.n(),
                        seconds(group.harmonicSeconds()),
                        Prints.full(Dimension.FACTOR, group.syncSeconds() / group.harmonicSeconds()),
                        updates(group.n() - 1));
    }

    static String updates(int updates) {
        return updates == 1 ? "1 update" : updates + " updates";
    }

    private static List<Step> steps(double[] times, Group group) {
        String list = DoubleStream.of(times)
                .limit(MOST_SHOWN)
                .mapToObj(StragglerAnswer::seconds)
                .collect(Collectors.joining(", ", "", times.length > MOST_SHOWN ? ", ..." : ""));
        return List.of(
                new Step(
                        "Synchronous iteration",
                        "max(" + list + ")",
                        group.syncSeconds(),
                        Dimension.SECONDS,
                        "the all-reduce cannot start before the slowest worker is done"),
                new Step(
                        "Mean worker time",
                        "sum / " + times.length,
                        group.meanSeconds(),
                        Dimension.SECONDS,
                        "what an asynchronous worker sees: nobody waits"),
                new Step(
                        "Updates per second",
                        "sum of 1 / t",
                        group.updatesPerSecond(),
                        Dimension.FACTOR,
                        "rates add: the fast workers push more often than the slow ones"),
                new Step(
                        updates(times.length),
                        times.length + " / " + Prints.full(Dimension.FACTOR, group.updatesPerSecond()),
                        group.harmonicSeconds(),
                        Dimension.SECONDS,
                        "the harmonic mean: this compares with one synchronous iteration"));
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}
