package dev.trainwright.app.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rows of the same figures. A column that is unknown in every row is left out of the text; in a table that is
 * wider than the page the longest words wrap, and where that does not do it is printed row by row.
 *
 * @param key the array in JSON
 * @param heading above the table; empty for none
 */
public record Table<T>(String key, String heading, List<T> rows, List<Metric<T>> metrics) implements Part {
    private static final String MARGIN = "  ";
    private static final int NARROWEST_WORDS = 16;

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
        long excess = IntStream.of(widths).asLongStream().sum() + (long) MARGIN.length() * widths.length - page.width();
        if (excess <= 0 || narrowed(columns, widths, (int) excess)) {
            printGrid(page, columns, widths);
        } else {
            printRowByRow(page, columns);
        }
    }

    /** Takes {@code excess} from the widest column of words, unless that leaves too little of it. */
    private boolean narrowed(List<Metric<T>> columns, int[] widths, int excess) {
        int widest = IntStream.range(0, widths.length)
                .filter(i -> !right(columns.get(i)))
                .boxed()
                .max(Comparator.comparingInt(i -> widths[i]))
                .orElse(-1);
        if (widest < 0 || widths[widest] - excess < Math.max(NARROWEST_WORDS, longestWord(columns.get(widest)))) {
            return false;
        }
        widths[widest] -= excess;
        return true;
    }

    private int longestWord(Metric<T> metric) {
        return Stream.concat(Stream.of(metric.label()), rows.stream().map(metric::shown))
                .flatMap(words -> Stream.of(words.split(" ", -1)))
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private void printGrid(Page page, List<Metric<T>> columns, int[] widths) {
        String head = line(columns, i -> aligned(columns.get(i), columns.get(i).label(), widths[i]));
        page.line(page.styled("faint", head));
        for (T row : rows) {
            List<List<String>> cells = IntStream.range(0, widths.length)
                    .mapToObj(i -> Page.wrap(columns.get(i).shown(row), widths[i]))
                    .toList();
            int lines = cells.stream().mapToInt(List::size).max().orElse(0);
            for (int n = 0; n < lines; n++) {
                int at = n;
                page.line(line(
                        columns,
                        i -> aligned(
                                columns.get(i),
                                at < cells.get(i).size() ? cells.get(i).get(at) : "",
                                widths[i])));
            }
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
        return right(metric) ? " ".repeat(width - words.length()) + words : pad(words, width);
    }

    private boolean right(Metric<T> metric) {
        return rows.stream().anyMatch(metric::numeric);
    }

    private static String line(List<?> columns, IntFunction<String> cell) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> MARGIN + cell.apply(i))
                .collect(Collectors.joining());
    }
}
