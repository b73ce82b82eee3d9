package dev.trainwright.spine;

import java.util.List;
import java.util.stream.LongStream;

/** How many micro-batches each replica accumulates for one global batch: B / (b x replicas). */
public sealed interface AccumulationSteps {

    /** A whole number of micro-batches. */
    record Whole(long steps) implements AccumulationSteps {}

    /**
     * The global batch is no multiple of micro-batch x replicas. What can be done instead, each exact:
     *
     * @param exactSteps B / (b x replicas)
     * @param nearby the whole step counts just below (where there is one) and above, with their global batch
     * @param microBatches smaller micro-batches that keep the global batch and the replicas, largest first
     * @param replicas fewer replicas that keep the global batch and the micro-batch, most first
     */
    record NotWhole(double exactSteps, List<Option> nearby, List<Option> microBatches, List<Option> replicas)
            implements AccumulationSteps {}

    /** A way of cutting a global batch that works out: globalBatch = microBatch x replicas x steps. */
    record Option(long globalBatch, long microBatch, long replicas, long steps) {
        static Option of(long microBatch, long replicas, long steps) {
            return new Option(
                    Math.multiplyExact(Math.multiplyExact(microBatch, replicas), steps), microBatch, replicas, steps);
        }
    }

    /** Larger global batches are refused. */
    long LARGEST_BATCH = 1_000_000_000_000L;

    static AccumulationSteps of(long globalBatch, long microBatch, long replicas) {
        Require.atLeast("the global batch", 1, globalBatch);
        Require.atMost("the global batch", LARGEST_BATCH, globalBatch);
        Require.atLeast("the micro-batch", 1, microBatch);
        Require.atLeast("the number of replicas", 1, replicas);
        long perStep = Math.multiplyExact(microBatch, replicas);
        if (globalBatch % perStep == 0) {
            return new Whole(globalBatch / perStep);
        }
        long below = globalBatch / perStep;
        return new NotWhole(
                (double) globalBatch / perStep,
                LongStream.of(below, below + 1)
                        .filter(steps -> steps > 0)
                        .mapToObj(steps -> Option.of(microBatch, replicas, steps))
                        .toList(),
                globalBatch % replicas == 0
                        ? divisorsBelow(microBatch, globalBatch / replicas)
                                .mapToObj(b -> Option.of(b, replicas, globalBatch / replicas / b))
                                .toList()
                        : List.of(),
                globalBatch % microBatch == 0
                        ? divisorsBelow(replicas, globalBatch / microBatch)
                                .mapToObj(r -> Option.of(microBatch, r, globalBatch / microBatch / r))
                                .toList()
                        : List.of());
    }

    /** The three largest divisors of {@code number} that are smaller than {@code limit}, largest first. */
    private static LongStream divisorsBelow(long limit, long number) {
        return LongStream.rangeClosed(1, (long) Math.sqrt((double) number))
                .filter(d -> number % d == 0)
                .flatMap(d -> LongStream.of(d, number / d))
                .filter(d -> d < limit)
                .distinct()
                .map(d -> -d)
                .sorted()
                .map(d -> -d)
                .limit(3);
    }
}
