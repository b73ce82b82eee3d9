package dev.trainwright.train.world;

import dev.trainwright.layout.Layout;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranks in a grid: tensor parallel innermost, then context, data and pipeline parallel, so that the most talkative groups are neighbours (Megatron's order).
 *
 * @param tp tensor-parallel degree
 * @param cp context-parallel degree
 * @param dp data-parallel degree
 * @param pp pipeline stages
 */
public record RankGrid(int tp, int cp, int dp, int pp) {
    /** An axis of the grid. */
    public enum Axis {
        TP,
        CP,
        DP,
        PP,
        /** All ranks of one pipeline stage: tensor, context and data parallel ones together. */
        STAGE
    }

    public RankGrid {
        if (tp < 1 || cp < 1 || dp < 1 || pp < 1) {
            throw new IllegalArgumentException(
                    "degrees are at least 1: tp " + tp + ", cp " + cp + ", dp " + dp + ", pp " + pp);
        }
    }

    /** The grid of {@code layout}. */
    public static RankGrid of(Layout layout) {
        return new RankGrid(layout.tp(), layout.cp(), layout.dp(), layout.pp());
    }

    /** Ranks in all. */
    public int size() {
        return tp * cp * dp * pp;
    }

    /** Ranks along {@code axis}. */
    public int size(Axis axis) {
        return switch (axis) {
            case TP -> tp;
            case CP -> cp;
            case DP -> dp;
            case PP -> pp;
            case STAGE -> tp * cp * dp;
        };
    }

    /** Position of {@code rank} along {@code axis}. */
    public int index(int rank, Axis axis) {
        return rank / stride(axis) % size(axis);
    }

    /** The ranks that differ from {@code rank} along {@code axis} only, itself included, in order. */
    public List<Integer> group(int rank, Axis axis) {
        int first = rank - index(rank, axis) * stride(axis);
        return IntStream.range(0, size(axis))
                .mapToObj(i -> first + i * stride(axis))
                .toList();
    }

    /** Those of {@code rank}'s group along {@code axis} that are in the same block of {@code size} neighbours. */
    public List<Integer> block(int rank, Axis axis, int size) {
        int first = index(rank, axis) / size * size;
        return group(rank, axis).subList(first, first + size);
    }

    /** Those of {@code rank}'s group along {@code axis} that have its place in their blocks of {@code size} neighbours. */
    public List<Integer> acrossBlocks(int rank, Axis axis, int size) {
        List<Integer> group = group(rank, axis);
        return IntStream.range(0, group.size() / size)
                .mapToObj(block -> group.get(block * size + index(rank, axis) % size))
                .toList();
    }

    private int stride(Axis axis) {
        return switch (axis) {
            case TP, STAGE -> 1;
            case CP -> tp;
            case DP -> tp * cp;
            case PP -> tp * cp * dp;
        };
    }
}
