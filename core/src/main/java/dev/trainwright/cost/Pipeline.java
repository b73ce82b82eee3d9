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
     * Seconds that an iteration with unequal stages takes at least; what it takes when all stages are alike, and always under GPipe. {@link PipelineSimulator} settles
     * the rest; for zero-bubble schedules this closed form is the answer.
     *
     * <p>Every chain of operations of which each needs the one before bounds the time from below. For stage s the chain runs through the forwards of the first
     * micro-batch on the stages before s, through all operations of s, and through the last micro-batch's backwards on the stages before s: the sum of F and B of
     * those stages and m (F_s + B_s). Between its first n forwards and its first backward stage s also waits for the round trip of a micro-batch through the stages
     * behind it, R_s = sum of their F and B: it idles for what R_s exceeds the other n - 1 forwards by. The end of the iteration, read backwards in time, is such a beginning,
     * with backwards for forwards. 1F1B has n = min(m, p - s). Interleaved, an operation takes 1/v, n = min(m v, 2 (p-1-s) + (v-1) p + 1), and the first
     * micro-batch leaves s for the last time after (v-1) p + 1 of its forwards, or after v - 1 rounds of the pipeline. GPipe is a flow shop of equal jobs, forward
     * and back: sum F + (m-1) max F + sum B + (m-1) max B.
     *
     * @param forward seconds of one micro-batch by stage
     * @param backward the same, weight gradients included
     * @param weight the part of backward that zero-bubble schedules may delay
     * @param link seconds of a transfer to the next stage, the last one's back to the first; a stage goes on working meanwhile
     */
    public static double leastSeconds(
            Schedule schedule, int m, int v, double[] forward, double[] backward, double[] weight, double[] link) {
        return switch (schedule) {
            case GPIPE -> flowShop(m, forward, backward, link);
            case ONE_F_ONE_B, INTERLEAVED -> longestChain(m, v, forward, backward, link);
            case ZB_H1 -> zeroBubble(2, m, forward, backward, weight);
            case ZB_H2 -> zeroBubble(3, m, forward, backward, weight);
        };
    }

    /**
     * Seconds that an iteration takes at most. No operation starts later when others are shorter, so that equal stages, each as slow as the slowest in either direction and
     * busy while it sends, bound unequal ones: (m v + p - 1) (max F/v + max B/v + 2 link).
     */
    public static double mostSeconds(
            Schedule schedule, int m, int v, double[] forward, double[] backward, double[] weight, double[] link) {
        if (schedule != Schedule.ONE_F_ONE_B && schedule != Schedule.INTERLEAVED) {
            return leastSeconds(schedule, m, v, forward, backward, weight, link);
        }
        int p = forward.length;
        return ((double) m * v + p - 1) * ((max(forward) + max(backward)) / v + 2 * max(link));
    }

    private static double flowShop(int m, double[] forward, double[] backward, double[] link) {
        double seconds = (m - 1) * (max(forward) + max(backward));
        for (int i = 0; i < forward.length; i++) {
            seconds += forward[i] + backward[i] + (i < forward.length - 1 ? 2 * link[i] : 0);
        }
        return seconds;
    }

    private static double longestChain(int m, int v, double[] forward, double[] backward, double[] link) {
        int p = forward.length;
        double behind = 0;
        double roundForward = 0;
        double roundBackward = 0;
        for (int i = 0; i < p; i++) {
            roundForward += forward[i] / v + link[i];
            roundBackward += backward[i] / v + link[i];
            behind += i == 0 ? 0 : (forward[i] + backward[i]) / v + 2 * link[i - 1];
        }
        double before = 0;
        double longest = 0;
        for (int s = 0; s < p; s++) {
            double f = forward[s] / v;
            double b = backward[s] / v;
            int operations = m * v;
            int first = Math.min(operations, v == 1 ? p - s : 2 * (p - 1 - s) + (v - 1) * p + 1);
            double lastVisit = (v - 1.0) * p + 1;
            double start = Math.max(lastVisit * f, (v - 1) * roundForward + f) + behind - first * f;
            double end = Math.max(lastVisit * b, (v - 1) * roundBackward + b) + behind - first * b;
            double idle =
                    first == operations ? Math.max(0, Math.max(start, end)) : Math.max(0, start) + Math.max(0, end);
            longest = Math.max(longest, before + operations * (f + b) + idle);
            before += f + b + 2 * link[s];
            behind -= s == p - 1 ? 0 : (forward[s + 1] + backward[s + 1]) / v + 2 * link[s];
        }
        return longest;
    }

    /** (p-1)(F+B-W) or (p-1)(F+B-2W) of bubble beside m micro-batches, stage by stage; {@code hidden} times W of F + B + W is no bubble. */
    private static double zeroBubble(int hidden, int m, double[] forward, double[] backward, double[] weight) {
        int slowest = slowest(forward, backward);
        double seconds = m * (forward[slowest] + backward[slowest]);
        for (int i = 0; i < forward.length; i++) {
            if (i != slowest) {
                seconds += Math.max(0, forward[i] + backward[i] - hidden * weight[i]);
            }
        }
        return seconds;
    }

    private static double max(double[] values) {
        double max = 0;
        for (double value : values) {
            max = Math.max(max, value);
        }
        return max;
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
     * Micro-batches (GPipe, 1F1B, zero bubble) or micro-batch chunks (interleaved) whose activations rank {@code r} holds at its peak: GPipe m; 1F1B min(m, p - r);
     * interleaved min(m v, 2(p - 1 - r) + (v - 1) p + 1). Zero-bubble schedules keep what a delayed weight gradient needs as well, (p - r) M_B + r M_W for ZB-H1 and
     * (2p - 1 - 2r) M_B + 2r M_W for ZB-H2 (Qi et al., section 2.3); M_W is 32/34 of M_B there and counted as M_B here: min(m, p) and min(m, 2p - 1).
     */
    public static int inFlight(Schedule schedule, int p, int r, int m, int v) {
        return switch (schedule) {
            case GPIPE -> m;
            case ONE_F_ONE_B -> Math.min(m, p - r);
            case ZB_H1 -> Math.min(m, p);
            case ZB_H2 -> Math.min(m, 2 * p - 1);
            case INTERLEAVED -> Math.min(m * v, 2 * (p - 1 - r) + (v - 1) * p + 1);
        };
    }

    /** How many of a stage's first {@code inFlight} forwards are of its {@code chunk}-th chunk, when it works through its v chunks p micro-batches at a time. */
    public static int chunkInFlight(int inFlight, int p, int chunk, int v) {
        int rounds = inFlight / (p * v);
        return rounds * p + Math.min(p, Math.max(0, inFlight % (p * v) - chunk * p));
    }
}
