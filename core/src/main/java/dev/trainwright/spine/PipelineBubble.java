package dev.trainwright.spine;

import java.math.BigDecimal;

/**
 * Idle share of a pipeline of p equal stages and m micro-batches in v chunks a stage (v = 1 for GPipe and 1F1B). Two
 * definitions circulate; they are named here.
 */
public final class PipelineBubble {
    private PipelineBubble() {}

    /** Of the wall time: (p-1)/(v m + p - 1) (Huang et al. 2019, GPipe). */
    public static double shareOfWallTime(int stages, long microBatches, int chunks) {
        check(stages, microBatches, chunks);
        return (stages - 1.0) / (chunks * (double) microBatches + stages - 1);
    }

    /** Over the ideal time without a bubble: (p-1)/(v m) (Narayanan et al. 2021, arXiv 2104.04473, section 2.2). */
    public static double overIdealTime(int stages, long microBatches, int chunks) {
        check(stages, microBatches, chunks);
        return (stages - 1.0) / (chunks * (double) microBatches);
    }

    /** The fewest micro-batches whose bubble is at most {@code share} of the wall time, computed exactly. */
    public static long microBatchesFor(double share, int stages, int chunks) {
        Require.share("the bubble's share", share);
        check(stages, 1, chunks);
        if (stages == 1) {
            return 1;
        }
        // (p-1)/(v m + p - 1) <= f  <=>  m >= (p-1)(1-f) / (v f)
        BigDecimal f = Exact.of(share);
        BigDecimal numerator = BigDecimal.valueOf(stages - 1L).multiply(BigDecimal.ONE.subtract(f));
        return Exact.ceiling(numerator, f.multiply(BigDecimal.valueOf(chunks)))
                .orElseThrow(() -> new IllegalArgumentException("no long holds the micro-batches for " + share));
    }

    private static void check(int stages, long microBatches, int chunks) {
        Require.atLeast("the number of pipeline stages", 1, stages);
        Require.atLeast("the number of micro-batches", 1, microBatches);
        Require.atLeast("the number of chunks per stage", 1, chunks);
    }
}
