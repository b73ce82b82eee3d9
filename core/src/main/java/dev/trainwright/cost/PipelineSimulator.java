package dev.trainwright.cost;

import dev.trainwright.layout.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Event-driven pipeline: every stage works through its schedule's list of operations in order, each starting when the stage is free and what it needs has
 * arrived. Serves GPipe, 1F1B and interleaved 1F1B with any stage and link times.
 */
public final class PipelineSimulator {
    private PipelineSimulator() {}

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
        return switch (schedule) {
            case GPIPE -> weave(m, m, 1, p);
            case ONE_F_ONE_B -> weave(Math.min(m, p - 1 - stage), m, 1, p);
            case INTERLEAVED -> weave(Math.min(m * v, 2 * (p - 1 - stage) + (v - 1) * p), m, v, p);
            case ZB_H1, ZB_H2 ->
                throw new IllegalArgumentException(
                        "zero-bubble schedules have a closed form only; they split backward, which this order does not");
        };
    }

    private static List<Operation> weave(int warmUp, int m, int chunks, int p) {
        int total = m * chunks;
        List<Operation> operations = new ArrayList<>(2 * total);
        for (int i = 0; i < warmUp; i++) {
            operations.add(operation(true, i, chunks, p));
        }
        for (int i = warmUp; i < total; i++) {
            operations.add(operation(true, i, chunks, p));
            operations.add(operation(false, i - warmUp, chunks, p));
        }
        for (int i = total - warmUp; i < total; i++) {
            operations.add(operation(false, i, chunks, p));
        }
        return operations;
    }

    private static Operation operation(boolean forward, int index, int chunks, int p) {
        if (chunks == 1) {
            return new Operation(forward, index, 0);
        }
        int round = index / (p * chunks);
        int chunk = index % (p * chunks) / p;
        int microBatch = round * p + index % p;
        return new Operation(forward, microBatch, forward ? chunk : chunks - 1 - chunk);
    }

    /**
     * Runs one iteration.
     *
     * @param forward seconds of a whole stage's forward of one micro-batch, by stage; a chunk takes 1/v of it
     * @param backward the same for backward
     * @param link seconds of a transfer to the next stage, by sending stage; the last one's leads back to stage 0 between chunks
     * @return all operations in order of their end
     */
    public static List<Event> run(Schedule schedule, int m, int v, double[] forward, double[] backward, double[] link) {
        int p = forward.length;
        List<List<Operation>> orders = new ArrayList<>(p);
        for (int stage = 0; stage < p; stage++) {
            orders.add(order(schedule, p, stage, m, v));
        }
        double[][][] forwardEnd = notYet(p, v, m);
        double[][][] backwardEnd = notYet(p, v, m);
        int[] next = new int[p];
        double[] free = new double[p];
        List<Event> events = new ArrayList<>();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int stage = 0; stage < p; stage++) {
                while (next[stage] < orders.get(stage).size()) {
                    Operation o = orders.get(stage).get(next[stage]);
                    double ready = ready(o, stage, p, v, forwardEnd, backwardEnd, link);
                    if (ready < 0) {
                        break;
                    }
                    double start = Math.max(free[stage], ready);
                    double end = start + (o.forward() ? forward[stage] : backward[stage]) / v;
                    (o.forward() ? forwardEnd : backwardEnd)[stage][o.chunk()][o.microBatch()] = end;
                    free[stage] = end;
                    next[stage]++;
                    events.add(new Event(stage, o, start, end));
                    moved = true;
                }
            }
        }
        return events;
    }

    /** Seconds of an iteration: the end of the last event. */
    public static double seconds(Schedule schedule, int m, int v, double[] forward, double[] backward, double[] link) {
        double end = 0;
        for (Event event : run(schedule, m, v, forward, backward, link)) {
            end = Math.max(end, event.end());
        }
        return end;
    }

    private static double[][][] notYet(int p, int v, int m) {
        double[][][] ends = new double[p][v][m];
        for (double[][] stage : ends) {
            for (double[] chunk : stage) {
                Arrays.fill(chunk, -1);
            }
        }
        return ends;
    }

    /** When what {@code o} needs has arrived; negative when it has not been made yet. */
    private static double ready(
            Operation o, int stage, int p, int v, double[][][] forwardEnd, double[][][] backwardEnd, double[] link) {
        int m = o.microBatch();
        int c = o.chunk();
        if (o.forward()) {
            if (stage > 0) {
                return arrived(forwardEnd[stage - 1][c][m], link[stage - 1]);
            }
            return c == 0 ? 0 : arrived(forwardEnd[p - 1][c - 1][m], link[p - 1]);
        }
        if (stage < p - 1) {
            return arrived(backwardEnd[stage + 1][c][m], link[stage]);
        }
        return c == v - 1 ? arrived(forwardEnd[stage][c][m], 0) : arrived(backwardEnd[0][c + 1][m], link[p - 1]);
    }

    private static double arrived(double end, double transfer) {
        return end >= 0 ? end + transfer : -1;
    }
}
