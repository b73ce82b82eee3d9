package dev.trainwright.evidence.row;

import org.jspecify.annotations.Nullable;

/**
 * One measured collective.
 *
 * @param id its name in the file
 * @param source who measured
 * @param collective {@code all_reduce}, {@code all_gather}, {@code reduce_scatter}, {@code send/recv}, {@code all_to_all}, {@code broadcast}, {@code reduce}
 * @param accelerator as the source names it
 * @param devices ranks
 * @param nodes machines, or null when not told
 * @param devicesPerNode ranks of one machine, or null when not told
 * @param intraLink inside a machine, as the source names it; empty when not told
 * @param interLink between machines, as the source names it; empty when not told
 * @param bytes message size as nccl-tests counts it, or null when not told
 * @param seconds measured time, or null when only a bandwidth is given
 * @param busBandwidth bytes per second, or null when not told
 * @param remarks what else the source says
 */
public record CollectiveRow(
        String id,
        String source,
        String collective,
        String accelerator,
        int devices,
        @Nullable Integer nodes,
        @Nullable Integer devicesPerNode,
        String intraLink,
        String interLink,
        @Nullable Double bytes,
        @Nullable Double seconds,
        @Nullable Double busBandwidth,
        String remarks) {

    /**
     * Time of the collective: measured, or bytes over algorithm bandwidth by nccl-tests' convention (its PERFORMANCE.md): busbw over algbw is 2(n-1)/n for
     * all-reduce, (n-1)/n for all-gather, reduce-scatter and all-to-all, 1 otherwise. Null where neither is given.
     */
    public @Nullable Double time() {
        if (seconds != null) {
            return seconds;
        }
        if (bytes == null || busBandwidth == null) {
            return null;
        }
        return bytes * busFactor(collective, devices) / busBandwidth;
    }

    /** Bus bandwidth over algorithm bandwidth. */
    public static double busFactor(String collective, int devices) {
        double n = devices;
        return switch (collective) {
            case "all_reduce" -> 2 * (n - 1) / n;
            case "all_gather", "reduce_scatter", "all_to_all" -> (n - 1) / n;
            default -> 1;
        };
    }
}
