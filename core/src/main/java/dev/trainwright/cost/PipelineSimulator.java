package dev.trainwright.cost;

import dev.trainwright.layout.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event-driven pipeline: every stage works through its schedule's list of operations in order, each starting when the stage is free and what it needs has
 * arrived. Serves GPipe, 1F1B and interleaved 1F1B with any stage and link times.
 */
public final class PipelineSimulator {
    private final int p;
    private final int m;
    private final int v;
    private final double[] forward;
    private final double[] backward;
    private final double[] link;
    private final int[] warmUp;
    private final double[] forwardEnd;
    private final double[] backwardEnd;

    private PipelineSimulator(Schedule schedule, int m, int v, double[] forward, double[] backward, double[] link) {
        this.p = forward.length;
        this.m = m;
        this.v = v;
        this.forward = forward;
        this.backward = backward;
        this.link = link;
        this.warmUp = new int[p];
        for (int stage = 0; stage < p; stage++) {
            warmUp[stage] = warmUp(schedule, p, stage, m, v);
        }
        this.forwardEnd = new double[p * v * m];
        this.backwardEnd = new double[p * v * m];
        Arrays.fill(forwardEnd, -1);
        Arrays.fill(backwardEnd, -1);
    }

    /**
     * One operation of a stage.
     *
     * @param forward forward, else backward
     * @param microBatch from 0
     * @param chunk of the stage, from 0
     */
    public record Operation(boolean forward, int microBatch, int chunk) {}

    /**
     * One operation as it ran.
     *
     * @param stage from 0
     * @param operation what ran
     * @param start seconds since the iteration began
     * @param end seconds
     */
    public record Event(int stage, Operation operation, double start, double end) {}

    /** The order of operations on {@code stage}: GPipe, 1F1B, or interleaved as Megatron-LM orders it (m a multiple of p). */
    public static List<Operation> order(Schedule schedule, int p, int stage, int m, int v) {
        int warmUp = warmUp(schedule, p, stage, m, v);
        List<Operation> operations = new ArrayList<>(2 * m * v);
        for (int step = 0; step < 2 * m * v; step++) {
            boolean forward = isForward(step, warmUp, m * v);
            int index = index(step, warmUp, m * v);
            operations.add(new Operation(forward, microBatch(index, p, v), chunk(forward, index, p, v)));
        }
        return operations;
    }

    /** Forwards before the first pair of a forward and a backward. */
    private static int warmUp(Schedule schedule, int p, int stage, int m, int v) {
        return switch (schedule) {
            case GPIPE -> m;
            case ONE_F_ONE_B -> Math.min(m, p - 1 - stage);
            case INTERLEAVED -> Math.min(m * v, 2 * (p - 1 - stage) + (v - 1) * p);
            case ZB_H1, ZB_H2 ->
                throw new IllegalArgumentException(
                        "zero-bubble schedules have a closed form only; they split backward, which this order does not");
        };
    }

    /** Whether a stage's operation number {@code step} is a forward: warm-up, then pairs, then the backwards that are left. */
    private static boolean isForward(int step, int warmUp, int total) {
        return step < warmUp || (step < 2 * total - warmUp && (step - warmUp) % 2 == 0);
    }

    /** Which of its forwards, or of its backwards, that operation is. */
    private static int index(int step, int warmUp, int total) {
        return step < warmUp
                ? step
                : step < 2 * total - warmUp
                        ? (step - warmUp) / 2 + (isForward(step, warmUp, total) ? warmUp : 0)
                        : step - total;
    }

    private static int microBatch(int index, int p, int v) {
        return v == 1 ? index : index / (p * v) * p + index % p;
    }

    private static int chunk(boolean forward, int index, int p, int v) {
        int chunk = v == 1 ? 0 : index % (p * v) / p;
        return forward ? chunk : v - 1 - chunk;
    }

    /**
     * Runs one iteration.
     *
     * @param forward seconds of a whole stage's forward of one micro-batch, by stage; a chunk takes 1/v of it
     * @param backward the same for backward
     * @param link seconds of a transfer to the next stage, by sending stage; the last one's leads back to stage 0 between chunks
     * @return all operations, those of a stage in order
     */
    public static List<Event> run(Schedule schedule, int m, int v, double[] forward, double[] backward, double[] link) {
        List<Event> events = new ArrayList<>(2 * forward.length * m * v);
        new PipelineSimulator(schedule, m, v, forward, backward, link).run(events);
        return events;
    }

    /** Seconds of an iteration: the end of the last event. */
    public static double seconds(Schedule schedule, int m, int v, double[] forward, double[] backward, double[] link) {
        return new PipelineSimulator(schedule, m, v, forward, backward, link).run(null);
    }

    private double run(@Nullable List<Event> events) {
        int[] next = new int[p];
        double[] free = new double[p];
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int stage = 0; stage < p; stage++) {
                while (next[stage] < 2 * m * v) {
                    boolean isForward = isForward(next[stage], warmUp[stage], m * v);
                    int index = index(next[stage], warmUp[stage], m * v);
                    int microBatch = microBatch(index, p, v);
                    int chunk = chunk(isForward, index, p, v);
                    double ready = isForward ? input(stage, chunk, microBatch) : gradient(stage, chunk, microBatch);
                    if (ready < 0) {
                        break;
                    }
                    double start = Math.max(free[stage], ready);
                    double end = start + (isForward ? forward[stage] : backward[stage]) / v;
                    (isForward ? forwardEnd : backwardEnd)[at(stage, chunk, microBatch)] = end;
                    free[stage] = end;
                    next[stage]++;
                    moved = true;
                    if (events != null) {
                        events.add(new Event(stage, new Operation(isForward, microBatch, chunk), start, end));
                    }
                }
            }
        }
        double last = 0;
        for (double end : free) {
            last = Math.max(last, end);
        }
        return last;
    }

    private int at(int stage, int chunk, int microBatch) {
        return (stage * v + chunk) * m + microBatch;
    }

    /** When the input of a forward has arrived; negative when it has not been made yet. */
    private double input(int stage, int chunk, int microBatch) {
        if (stage > 0) {
            return arrived(forwardEnd[at(stage - 1, chunk, microBatch)], link[stage - 1]);
        }
        return chunk == 0 ? 0 : arrived(forwardEnd[at(p - 1, chunk - 1, microBatch)], link[p - 1]);
    }

    /** When the gradient that a backward needs has arrived; negative when it has not been made yet. */
    private double gradient(int stage, int chunk, int microBatch) {
        if (stage < p - 1) {
            return arrived(backwardEnd[at(stage + 1, chunk, microBatch)], link[stage]);
        }
        return chunk == v - 1
                ? arrived(forwardEnd[at(stage, chunk, microBatch)], 0)
                : arrived(backwardEnd[at(0, chunk + 1, microBatch)], link[p - 1]);
    }

    private static double arrived(double end, double transfer) {
        return end >= 0 ? end + transfer : -1;
    }
}
