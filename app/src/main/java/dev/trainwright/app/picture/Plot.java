package dev.trainwright.app.picture;

import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.quantity.Prints;
import java.util.Arrays;

/** A chart in the terminal: one character a point, as wide as the page allows. Programs find the figures elsewhere. */
public record Plot(Chart chart) implements Part {
    private static final int WIDEST = 72;
    private static final int ROWS = 16;
    private static final int LEFT = 7;
    /** What is written behind the axis. */
    private static final String AXIS = " devices";

    @Override
    public void print(Page page) {
        int columns = Math.max(16, Math.min(WIDEST, page.width() - LEFT - AXIS.length() - 2));
        char[][] cells = new char[ROWS + 1][columns + 1];
        for (char[] row : cells) {
            Arrays.fill(row, ' ');
        }
        chart.levels().forEach(level -> {
            if (level.y() <= chart.yMost()) {
                Arrays.fill(cells[row(level.y())], '-');
            }
        });
        for (Chart.Line line : chart.lines()) {
            line.points().forEach(point -> put(cells, columns, point, line.symbol()));
        }
        chart.marks().forEach(mark -> put(cells, columns, mark.point(), mark.symbol()));
        page.heading(chart.title());
        double step = ChartSvg.step(chart.yMost());
        for (int row = 0; row <= ROWS; row++) {
            page.line(label(row, step) + " |" + new String(cells[row]));
        }
        page.line(" ".repeat(LEFT - 1) + "+" + "-".repeat(columns + 1));
        page.line(" ".repeat(LEFT) + axis(columns));
        for (Chart.Line line : chart.lines()) {
            page.line("  " + line.symbol() + "  " + line.name());
        }
        chart.levels().forEach(level -> page.line("  -  " + level.name()));
        chart.marks().forEach(mark -> page.line("  " + mark.symbol() + "  " + mark.name()));
    }

    private void put(char[][] cells, int columns, Chart.Point point, char symbol) {
        if (point.y() <= chart.yMost() && point.y() >= 0) {
            cells[row(point.y())][column(point.devices(), columns)] = symbol;
        }
    }

    private int row(double y) {
        return ROWS - (int) Math.round(y / chart.yMost() * ROWS);
    }

    private int column(double devices, int columns) {
        double most = Math.max(2, chart.devicesMost());
        return (int) Math.round(Math.log(devices) / Math.log(most) * columns);
    }

    /** The value of a row, where a grid line of the step falls on it. */
    private String label(int row, double step) {
        for (double y = 0; y <= chart.yMost() * (1 + 1e-9); y += step) {
            if (row(y) == row) {
                String words = Prints.number(y);
                return " ".repeat(Math.max(0, LEFT - 2 - words.length())) + words;
            }
        }
        return " ".repeat(LEFT - 2);
    }

    private String axis(int columns) {
        StringBuilder axis = new StringBuilder(" ".repeat(columns + 12));
        for (long devices = 1; devices <= chart.devicesMost(); devices *= 2) {
            String words = Long.toString(devices);
            int at = column(devices, columns);
            boolean free =
                    axis.substring(Math.max(0, at - 1), at + words.length()).isBlank();
            if (free) {
                axis.replace(at, at + words.length(), words);
            }
        }
        return axis.toString().stripTrailing() + AXIS;
    }
}
