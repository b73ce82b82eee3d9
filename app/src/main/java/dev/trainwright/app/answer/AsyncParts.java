package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.AsyncResult;
import dev.trainwright.spine.Stragglers;
import java.util.List;

/** Parts about asynchronous training that given and drawn worker times share. */
public final class AsyncParts {
    private static final List<Metric<AsyncResult>> STALENESS = List.of(
            Metric.of("mean", "mean over updates", Dimension.FACTOR, AsyncResult::meanStaleness),
            Metric.of("median", "half are at most", Dimension.COUNT, AsyncResult::medianStaleness),
            Metric.of("p99", "99 of 100 are at most", Dimension.COUNT, AsyncResult::p99Staleness),
            Metric.of("max", "the stalest", Dimension.COUNT, AsyncResult::maxStaleness));

    private record Bounded(int bound, int workers, AsyncResult run, AsyncResult free) {
        double seconds() {
            return workers / run.updatesPerSecond();
        }

        double meanWaiting() {
            return run.workers().stream()
                    .mapToDouble(AsyncResult.Worker::waitingShare)
                    .average()
                    .orElse(0);
        }
    }

    private static final List<Metric<Bounded>> BOUNDED = List.of(
            Metric.of("bound", "updates ahead of the slowest", Dimension.COUNT, Bounded::bound),
            Metric.of("seconds", "time of as many updates as workers", Dimension.SECONDS, Bounded::seconds),
            Metric.of("waitingShare", "time spent waiting", Dimension.RATIO, Bounded::meanWaiting),
            Metric.of(
                    "meanStaleness",
                    "mean staleness",
                    Dimension.FACTOR,
                    b -> b.run().meanStaleness()),
            Metric.of(
                    "maxStaleness", "the stalest", Dimension.COUNT, b -> b.run().maxStaleness()),
            Metric.of(
                    "rateKept",
                    "of the unbounded rate",
                    Dimension.RATIO,
                    b -> b.run().updatesPerSecond() / b.free().updatesPerSecond()));

    private record Server(double updatesPerSecond, double workersUpdatesPerSecond) {
        boolean limits() {
            return updatesPerSecond < workersUpdatesPerSecond;
        }
    }

    private static final List<Metric<Server>> SERVER = List.of(
            Metric.of(
                    "updatesPerSecond",
                    "updates per second it lets through",
                    Dimension.FACTOR,
                    Server::updatesPerSecond),
            Metric.flag("limits", "limits the workers", Server::limits),
            Metric.of(
                    "groupUpdatesPerSecond",
                    "updates per second of the group",
                    Dimension.FACTOR,
                    s -> Math.min(s.updatesPerSecond(), s.workersUpdatesPerSecond())));

    private AsyncParts() {}

    static Part staleness(AsyncResult run) {
        return new Facts<>(
                "staleness",
                "Staleness, simulated (updates of others behind which a gradient arrives)",
                run,
                STALENESS);
    }

    static Part bounded(int bound, int workers, AsyncResult run, AsyncResult free) {
        return new Facts<>(
                "bounded", "With a staleness bound, simulated", new Bounded(bound, workers, run, free), BOUNDED);
    }

    /** A parameter server's ceiling. */
    public static List<Part> server(
            double updateBytes, int servers, double bytesPerSecond, double workersUpdatesPerSecond) {
        double ceiling = Stragglers.serverUpdatesPerSecond(updateBytes, servers, bytesPerSecond);
        Server server = new Server(ceiling, workersUpdatesPerSecond);
        String words = server.limits()
                ? "The parameter servers let through %s updates a second of the %s that the workers could send: they set the pace."
                : "The parameter servers let through %s updates a second, more than the %s that the workers send.";
        return List.of(
                new Sentence(
                        "serverAnswer",
                        words.formatted(
                                Prints.full(Dimension.FACTOR, ceiling),
                                Prints.full(Dimension.FACTOR, workersUpdatesPerSecond))),
                new Facts<>("server", "Parameter server", server, SERVER));
    }
}
