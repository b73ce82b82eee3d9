package dev.trainwright.train.parallel;

import dev.trainwright.layout.Schedule;
import java.util.ArrayList;
import java.util.List;

/** The order in which one pipeline rank works off its micro-batches. */
public final class PipelineSchedule {
    /**
     * One piece of work.
     *
     * @param forward or backward
     * @param chunk of this rank, 0 for the first of its v
     * @param microBatch which
     */
    public record Action(boolean forward, int chunk, int microBatch) {}

    private PipelineSchedule() {}

    /**
     * The actions of {@code rank} in order.
     *
     * @param stages p
     * @param chunks v, 1 unless interleaved
     * @param microBatches m
     * @throws IllegalArgumentException for a schedule that is not run, or an interleaved one whose micro-batches the stages do not divide
     */
    public static List<Action> of(Schedule schedule, int rank, int stages, int chunks, int microBatches) {
        return switch (schedule) {
            case GPIPE -> order(stages, 1, microBatches, microBatches);
            case ONE_F_ONE_B -> order(stages, 1, microBatches, Math.min(microBatches, stages - 1 - rank));
            case INTERLEAVED -> {
                if (microBatches % stages != 0) {
                    throw new IllegalArgumentException("interleaved pipelines need micro-batches in multiples of their "
                            + stages + " stages, not " + microBatches);
                }
                int total = microBatches * chunks;
                yield order(
                        stages, chunks, microBatches, Math.min(total, 2 * (stages - 1 - rank) + (chunks - 1) * stages));
            }
            case ZB_H1, ZB_H2 ->
                throw new IllegalArgumentException(
                        "zero-bubble schedules can be forecast but not yet run: gpipe, 1f1b and interleaved can");
        };
    }

    /** Forwards ahead by {@code warmup}, then one of each, then the backwards that are left (Narayanan et al., arXiv 2104.04473). */
    private static List<Action> order(int stages, int chunks, int microBatches, int warmup) {
        int total = microBatches * chunks;
        List<Action> actions = new ArrayList<>();
        for (int k = 0; k < warmup; k++) {
            actions.add(action(true, k, stages, chunks));
        }
        for (int k = 0; k < total; k++) {
            if (k + warmup < total) {
                actions.add(action(true, k + warmup, stages, chunks));
            }
            actions.add(action(false, k, stages, chunks));
        }
        return actions;
    }

    private static Action action(boolean forward, int k, int stages, int chunks) {
        if (chunks == 1) {
            return new Action(forward, 0, k);
        }
        int chunk = k / stages % chunks;
        int microBatch = k / (stages * chunks) * stages + k % stages;
        return new Action(forward, forward ? chunk : chunks - 1 - chunk, microBatch);
    }
}
