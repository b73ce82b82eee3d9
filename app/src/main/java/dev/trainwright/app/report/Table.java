package dev.trainwright.app.report;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rows of the same figures. A column that is unknown in every row is left out of the text; a table that is wider than
 * the page is printed row by row.
 *
 * @param key the array in JSON
 * @param heading above the table; empty for none
 */
public record Table<T>(String key, String heading, List<T> rows, List<Metric<T>> metrics) implements Part {
    private static final String MARGIN = "  ";

    public Table {
        rows = List.copyOf(rows);
        metrics = List.copyOf(metrics);
    }

    @Override
    public void print(Page page) {
        List<Metric<T>> columns = metrics.stream()
                .filter(metric -> rows.stream().anyMatch(row -> metric.raw(row) != null))
                .toList();
        if (columns.isEmpty()) {
            return;
        }
        page.heading(heading);
        int[] widths = columns.stream().mapToInt(this::width).toArray();
        if (IntStream.of(widths).sum() + MARGIN.length() * widths.length <= page.width()) {
            printGrid(page, columns, widths);
        } else {
            printRowByRow(page, columns);
        }
    }

    private void printGrid(Page page, List<Metric<T>> columns, int[] widths) {
        String head = line(columns, i -> aligned(columns.get(i), columns.get(i).label(), widths[i]));
        page.line(page.styled("faint", head));
        for (T row : rows) {
            page.line(line(columns, i -> aligned(columns.get(i), columns.get(i).shown(row), widths[i])));
        }
    }

    private void printRowByRow(Page page, List<Metric<T>> columns) {
        for (int i = 0; i < rows.size(); i++) {
            if (i > 0) {
                page.gap();
            }
            new Facts<>("", "", rows.get(i), columns).print(page);
        }
    }

    @Override
    public void write(ObjectNode object) {
        var array = object.putArray(key);
        rows.forEach(row -> Json.putAll(array.addObject(), row, metrics));
    }

    static String pad(String words, int width) {
        return words + " ".repeat(width - words.length());
    }

    private int width(Metric<T> metric) {
        int widest =
                rows.stream().mapToInt(row -> metric.shown(row).length()).max().orElse(0);
        return Math.max(widest, metric.label().length());
    }

    private String aligned(Metric<T> metric, String words, int width) {
        boolean right = rows.stream().anyMatch(metric::numeric);
        return right ? " ".repeat(width - words.length()) + words : pad(words, width);
    }

    private static String line(List<?> columns, IntFunction<String> cell) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> MARGIN + cell.apply(i))
                .collect(Collectors.joining());
    }
}
