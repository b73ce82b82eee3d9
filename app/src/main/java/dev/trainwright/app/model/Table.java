package dev.trainwright.app.model;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells: the first column flush left, the others flush right. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table row(String first, String... others) {
        List<String> row = new ArrayList<>(List.of(first));
        row.addAll(List.of(others));
        rows.add(row);
        return this;
    }

    /** The lines, each indented by two. */
    List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = row.get(i).length();
                if (i == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(i, Math.max(widths.get(i), width));
                }
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int i = 0; i < row.size(); i++) {
            String padding = " ".repeat(widths.get(i) - row.get(i).length());
            line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
        }
        return line.toString().stripTrailing();
    }
}
