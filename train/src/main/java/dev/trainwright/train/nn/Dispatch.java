package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Which expert each of a rank's tokens goes to, and what comes from the other ranks. No token is dropped.
 *
 * @param order picks, token x top k + choice, by expert
 * @param to rows that go to each rank
 * @param from rows that come from each
 * @param arriving rows by the rank that they come from and the expert here that they are for
 */
record Dispatch(long[] order, long[] to, long[] from, long[][] arriving) {
    /**
     * Agrees with the other ranks.
     *
     * @param chosen experts, tokens x top k
     * @param experts of all ranks together
     */
    static Dispatch of(Tensor chosen, int experts, ExpertRanks ranks) {
        long[] picks = Tensors.longs(chosen);
        long[] counts = new long[experts];
        for (long pick : picks) {
            counts[(int) pick]++;
        }
        long[] next = new long[experts];
        for (int e = 1; e < experts; e++) {
            next[e] = next[e - 1] + counts[e - 1];
        }
        long[] order = new long[picks.length];
        for (int i = 0; i < picks.length; i++) {
            order[(int) next[(int) picks[i]]++] = i;
        }
        long[][] arriving = rows(ranks.exchange(counts), ranks.size());
        return new Dispatch(order, sums(rows(counts, ranks.size())), sums(arriving), arriving);
    }

    /** What this rank's {@code experts} make of all ranks' tokens, back where they came from: a row for each pick, in {@link #order}. */
    Tensor run(Tensor rows, List<FeedForward> experts, ExpertRanks ranks, Tape tape) {
        Tensor here = ranks.exchange(rows, to, from, tape);
        Tensor[] made = new Tensor[experts.size()];
        long[] place = new long[Math.toIntExact(Arrays.stream(from).sum())];
        int placed = 0;
        for (int e = 0; e < made.length; e++) {
            long[] own = ofExpert(e);
            for (long row : own) {
                place[(int) row] = placed++;
            }
            made[e] = experts.get(e).part(here.index_select(0, Tensors.of(own, own.length)));
        }
        Tensor inOrder = torch.cat(Tensors.vector(List.of(made)), 0).index_select(0, Tensors.of(place, place.length));
        return ranks.exchange(inOrder, from, to, tape);
    }

    /** Rows here that are for the expert {@code expert}. */
    private long[] ofExpert(int expert) {
        long[] rows = new long
                [Math.toIntExact(
                        Arrays.stream(arriving).mapToLong(rank -> rank[expert]).sum())];
        int found = 0;
        long row = 0;
        for (long[] rank : arriving) {
            for (int e = 0; e < rank.length; e++) {
                for (long i = 0; i < rank[e]; i++, row++) {
                    if (e == expert) {
                        rows[found++] = row;
                    }
                }
            }
        }
        return rows;
    }

    private static long[][] rows(long[] numbers, int ranks) {
        int each = numbers.length / ranks;
        long[][] rows = new long[ranks][];
        for (int r = 0; r < ranks; r++) {
            rows[r] = Arrays.copyOfRange(numbers, r * each, (r + 1) * each);
        }
        return rows;
    }

    private static long[] sums(long[][] rows) {
        return Arrays.stream(rows).mapToLong(row -> Arrays.stream(row).sum()).toArray();
    }
}
