package dev.trainwright.cost;

import dev.trainwright.layout.Schedule;

/**
 * Closed forms of pipeline schedules. F, B and W are the seconds of one micro-batch on one stage: forward, gradients of inputs, gradients of weights; p stages, m
 * micro-batches, v chunks a stage.
 */
public final class Pipeline {
    private Pipeline() {}

    /**
     * Idle seconds of every stage when all stages are alike: GPipe and 1F1B (p-1)(F+B+W), interleaved that / v (Narayanan et al., arXiv 2104.04473, section 2.2);
     * ZB-H1 (p-1)(F+B-W), ZB-H2 (p-1)(F+B-2W), neither below zero (Qi et al., arXiv 2401.10241, table 2).
     */
    public static double bubbleSeconds(Schedule schedule, int p, int v, double f, double b, double w) {
        return switch (schedule) {
            case GPIPE, ONE_F_ONE_B -> (p - 1) * (f + b + w);
            case INTERLEAVED -> (p - 1) * (f + b + w) / v;
            case ZB_H1 -> (p - 1) * Math.max(0, f + b - w);
            case ZB_H2 -> (p - 1) * Math.max(0, f + b - 2 * w);
        };
    }

    /**
     * Seconds of an iteration with unequal stages: the slowest stage paces m - 1 micro-batches and one passes through all. Exact for equal stages; for unequal
     * ones a close lower bound of 1F1B, which {@link PipelineSimulator} settles.
     *
     * @param forward seconds of one micro-batch by stage
     * @param backward the same, weight gradients included
     * @param weight the part of backward that zero-bubble schedules may delay
     */
    public static double seconds(
            Schedule schedule, int m, int v, double[] forward, double[] backward, double[] weight) {
        int p = forward.length;
        int slowest = slowest(forward, backward);
        double pace = forward[slowest] + backward[slowest];
        double others = 0;
        for (int i = 0; i < p; i++) {
            if (i != slowest) {
                others += switch (schedule) {
                    case GPIPE, ONE_F_ONE_B -> forward[i] + backward[i];
                    case INTERLEAVED -> (forward[i] + backward[i]) / v;
                    case ZB_H1 -> Math.max(0, forward[i] + backward[i] - 2 * weight[i]);
                    case ZB_H2 -> Math.max(0, forward[i] + backward[i] - 3 * weight[i]);
                };
            }
        }
        return m * pace + others;
    }

    /** The stage with the longest micro-batch. */
    public static int slowest(double[] forward, double[] backward) {
        int slowest = 0;
        for (int i = 1; i < forward.length; i++) {
            if (forward[i] + backward[i] > forward[slowest] + backward[slowest]) {
                slowest = i;
            }
        }
        return slowest;
    }

    /**
     * Micro-batches (GPipe, 1F1B, zero bubble) or micro-batch chunks (interleaved) whose activations rank {@code r} holds at its peak: GPipe m; 1F1B and ZB-H1
     * min(m, p - r); ZB-H2 min(m, 2p - 1 - 2r); interleaved min(m v, 2(p - 1 - r) + (v - 1) p + 1).
     */
    public static int inFlight(Schedule schedule, int p, int r, int m, int v) {
        return switch (schedule) {
            case GPIPE -> m;
            case ONE_F_ONE_B, ZB_H1 -> Math.min(m, p - r);
            case ZB_H2 -> Math.min(m, Math.max(1, 2 * (p - r) - 1));
            case INTERLEAVED -> Math.min(m * v, 2 * (p - 1 - r) + (v - 1) * p + 1);
        };
    }
}
