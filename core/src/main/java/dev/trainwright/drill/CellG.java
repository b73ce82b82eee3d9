package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.AsyncResult;
import dev.trainwright.spine.AsyncSimulation;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.Stragglers;
import dev.trainwright.spine.WorkerTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** One slow worker, synchronous and asynchronous. */
final class CellG {
    private static final double[] WORKER_SECONDS = {0.090, 0.095, 0.100, 0.300};
    private static final long UPDATES = 200_000;
    private static final long SEED = 1;

    private CellG() {}

    static Cell cell() {
        double sync = Stragglers.syncSeconds(WORKER_SECONDS);
        double mean = Stragglers.meanWorkerSeconds(WORKER_SECONDS);
        double[] sorted = WORKER_SECONDS.clone();
        Arrays.sort(sorted);
        return new Cell(
                "G",
                "Stragglers, synchronous and asynchronous",
                "Sync waits for the slowest; async uses stale weights",
                List.of(
                        Figure.seconds("worker1Seconds", "worker 1", WORKER_SECONDS[0]),
                        Figure.seconds("worker2Seconds", "worker 2", WORKER_SECONDS[1]),
                        Figure.seconds("worker3Seconds", "worker 3", WORKER_SECONDS[2]),
                        Figure.seconds("worker4Seconds", "worker 4", WORKER_SECONDS[3])),
                "How long is a synchronous iteration, and what does async do differently?",
                "In sync mode, does the fast trio wait?",
                List.of(
                        Show.seconds(
                                "Synchronous iteration",
                                "max(90, 95, 100, 300 ms)",
                                sync,
                                "the all-reduce cannot start before the slowest worker is done"),
                        Show.seconds(
                                "Asynchronous, mean per worker",
                                "(90 + 95 + 100 + 300) / 4 ms",
                                mean,
                                "nobody waits: each pushes its update when it is done"),
                        Show.count(
                                "Updates that the slow worker misses",
                                "300/90 + 300/95 + 300/100, rounded down",
                                Math.floor(Stragglers.staleness(WORKER_SECONDS)[3]),
                                "the price: its gradient belongs to weights that others have moved on from")),
                List.of(
                        Check.equal("The last of the sorted times", sorted[sorted.length - 1], sync, Dimension.SECONDS),
                        Check.below("The mean is below the slowest", mean, sync, Dimension.SECONDS)),
                List.of(
                        Figure.seconds("syncSeconds", "synchronous iteration", sync),
                        Figure.seconds("asyncMeanSeconds", "asynchronous, mean worker time", mean),
                        Figure.seconds(
                                "asyncPerUpdateSeconds",
                                "asynchronous, time per update of the group",
                                1 / Stragglers.updatesPerSecond(WORKER_SECONDS)),
                        Figure.seconds(
                                "asyncHarmonicSeconds",
                                "asynchronous, time per 4 updates",
                                Stragglers.harmonicMeanSeconds(WORKER_SECONDS)),
                        Figure.factor(
                                "asyncMeanStaleness", "asynchronous, mean staleness in updates", meanStaleness())),
                "Synchronous: %s, the slowest. Asynchronous: %s is the mean worker time; the group updates every %s, with stale gradients."
                        .formatted(
                                Show.seconds(sync),
                                Show.seconds(mean),
                                Show.seconds(1 / Stragglers.updatesPerSecond(WORKER_SECONDS))),
                List.of(rate(sync), staleness(), bounded(), backup()));
    }

    private static Beyond rate(double sync) {
        double updates = Stragglers.updatesPerSecond(WORKER_SECONDS);
        double harmonic = Stragglers.harmonicMeanSeconds(WORKER_SECONDS);
        return Beyond.of(
                "The mean worker time is what a worker sees, not the group's rate. Rates add:",
                Show.factor(
                        "Updates per second",
                        "1/0.090 + 1/0.095 + 1/0.100 + 1/0.300",
                        updates,
                        "each worker updates once in its own time"),
                Show.seconds("One update every", "1 / " + Show.factor(updates), 1 / updates, "of the whole group"),
                Show.seconds(
                        "Four updates",
                        "4 / " + Show.factor(updates),
                        harmonic,
                        "the harmonic mean: this compares with one synchronous iteration"),
                Show.factor(
                        "Async over sync", "300 ms / " + Show.seconds(harmonic), sync / harmonic, "not 300 / 146.25"));
    }

    private static Beyond staleness() {
        double[] exact = Stragglers.staleness(WORKER_SECONDS);
        AsyncResult run =
                AsyncSimulation.run(4, WorkerTimes.fixed(WORKER_SECONDS), AsyncSimulation.UNBOUNDED, UPDATES, SEED);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < exact.length; i++) {
            steps.add(Show.factor(
                    "Staleness of worker " + (i + 1),
                    "t x sum(1/t) - 1",
                    exact[i],
                    "updates of others while it computes; simulated over 200,000 updates: "
                            + Show.factor(run.workers().get(i).meanStaleness())));
        }
        steps.add(Show.factor(
                "Mean over updates",
                "weighted with the rates",
                meanStaleness(),
                "always n - 1, whatever the speeds; half of the updates are at most " + run.medianStaleness()
                        + " stale, the stalest " + run.maxStaleness()));
        return new Beyond("Async pays in staleness, and the slow worker pays most:", steps);
    }

    /** Of an update, whoever made it: the workers' staleness weighted with their rates. */
    private static double meanStaleness() {
        double[] staleness = Stragglers.staleness(WORKER_SECONDS);
        double rate = Stragglers.updatesPerSecond(WORKER_SECONDS);
        return IntStream.range(0, staleness.length)
                .mapToDouble(i -> staleness[i] / WORKER_SECONDS[i] / rate)
                .sum();
    }

    private static Beyond bounded() {
        AsyncResult run = AsyncSimulation.run(4, WorkerTimes.fixed(WORKER_SECONDS), 3, UPDATES, SEED);
        return Beyond.of(
                "A staleness bound (SSP) does not help against a worker that is always slow: once the others are 3 updates"
                        + " ahead they wait for it at every step. It helps when the slow one changes.",
                Show.seconds(
                        "Four updates with a bound of 3",
                        "simulated, 200,000 updates",
                        4 / run.updatesPerSecond(),
                        "in the long run all go at the straggler's pace"));
    }

    private static Beyond backup() {
        double backup = Stragglers.withBackupSeconds(1, WORKER_SECONDS);
        return Beyond.of(
                "A backup worker is the other cure: take the first 3 of 4 gradients and drop the last.",
                Show.seconds(
                        "Synchronous iteration with 1 backup",
                        "third smallest of 90, 95, 100, 300 ms",
                        backup,
                        "without staleness, but a quarter of the work is thrown away"));
    }
}
