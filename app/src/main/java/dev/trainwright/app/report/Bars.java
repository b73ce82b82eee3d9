package dev.trainwright.app.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Rows as horizontal bars from zero, for text only: a {@link Table} of the same rows carries the figures.
 *
 * @param label what stands before a bar
 * @param length what a bar shows, zero or more
 * @param shown what stands after it
 */
public record Bars<T>(String heading, List<T> rows, Metric<T> label, ToDoubleFunction<T> length, Metric<T> shown)
        implements Part {
    private static final int WIDEST = 100;

    public Bars {
        rows = List.copyOf(rows);
    }

    @Override
    public void print(Page page) {
        double longest = rows.stream().mapToDouble(length).max().orElse(0);
        if (longest <= 0) {
            return;
        }
        page.heading(heading);
        int labels = widest(label);
        int room = Math.max(10, Math.min(page.width(), WIDEST) - labels - widest(shown) - 6);
        for (T row : rows) {
            int cells = (int) Math.round(length.applyAsDouble(row) / longest * room);
            String words = label.shown(row);
            page.line("  " + " ".repeat(labels - words.length()) + words + " |" + "#".repeat(cells) + " "
                    + shown.shown(row));
        }
    }

    private int widest(Metric<T> metric) {
        return rows.stream().mapToInt(row -> metric.shown(row).length()).max().orElse(0);
    }
}
