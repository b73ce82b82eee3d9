package dev.trainwright.app.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Rows in the order of a figure, the smallest first.
 *
 * @param rows in that order, at least one for all but {@link #rank}
 * @param figure above 0
 * @param rounding relative difference below which two figures are level
 */
public record Ranking<T>(List<T> rows, ToDoubleFunction<T> figure, double rounding) {
    /** Relative difference below which two figures are equal: the rounding of a handful of double operations. */
    private static final double ROUNDING = 1e-12;

    /** Of figures that arithmetic alone made. */
    public Ranking(List<T> rows, ToDoubleFunction<T> figure) {
        this(rows, figure, ROUNDING);
    }

    public Ranking {
        rows = rows.stream().sorted(Comparator.comparingDouble(figure)).toList();
    }

    public T first() {
        return rows.get(0);
    }

    public T last() {
        return rows.get(rows.size() - 1);
    }

    /** 1 for the first and all that are level with it. */
    public int rank(T row) {
        double limit = figure.applyAsDouble(row) * (1 - rounding);
        return 1
                + (int) rows.stream()
                        .filter(r -> figure.applyAsDouble(r) < limit)
                        .count();
    }

    /** Those of rank 1. */
    public List<T> firsts() {
        return rows.stream().filter(row -> rank(row) == 1).toList();
    }

    /** How many times the first's figure the last's is. */
    public double spread() {
        return figure.applyAsDouble(last()) / figure.applyAsDouble(first());
    }
}
