package dev.trainwright.app.picture;

import dev.trainwright.quantity.Prints;
import java.util.List;

/** A chart as SVG. */
public final class ChartSvg {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 480;
    private static final int LEFT = 60;
    private static final int RIGHT = 20;
    private static final int TOP = 58;
    private static final int BOTTOM = 50;
    private static final int LEGEND = 16;
    private static final String INK = "#333333";
    private static final String GRID = "#dddddd";
    private static final List<String> COLOURS = List.of("#1f6fb4", "#d9541e", "#2e8b57", "#8a4fbf", "#b8860b");

    private final Chart chart;
    private final Svg svg = new Svg(WIDTH, HEIGHT);
    private final double doublings;

    private ChartSvg(Chart chart) {
        this.chart = chart;
        this.doublings = Math.max(1, log2(chart.devicesMost()));
    }

    /** The chart as an SVG document. */
    public static String of(Chart chart) {
        return new ChartSvg(chart).drawn();
    }

    private String drawn() {
        axes();
        int row = 0;
        for (Chart.Line line : chart.lines()) {
            String colour = COLOURS.get(row % COLOURS.size());
            svg.polyline(points(line), colour);
            legend(row++, colour, line.name());
        }
        for (Chart.Level level : chart.levels()) {
            if (level.y() <= chart.yMost()) {
                svg.line(LEFT, y(level.y()), WIDTH - RIGHT, y(level.y()), INK, true);
                svg.text(WIDTH - RIGHT, y(level.y()) - 5, "end", 12, INK, level.name());
            }
        }
        for (Chart.Mark mark : chart.marks()) {
            double x = x(mark.point().devices());
            double y = y(mark.point().y());
            svg.circle(x, y, 4, INK, mark.name());
            svg.text(x + 8, y + 14, "start", 12, INK, mark.name());
        }
        return svg.toString();
    }

    private void axes() {
        svg.text(LEFT, 22, "start", 15, INK, chart.title());
        for (int d = 0; d <= doublings; d++) {
            double x = x(Math.pow(2, d));
            svg.line(x, TOP, x, HEIGHT - BOTTOM, GRID, false);
            svg.text(x, HEIGHT - BOTTOM + 18, "middle", 12, INK, Prints.number(Math.pow(2, d)));
        }
        double step = step(chart.yMost());
        for (double y = 0; y <= chart.yMost() * (1 + 1e-9); y += step) {
            svg.line(LEFT, y(y), WIDTH - RIGHT, y(y), GRID, false);
            svg.text(LEFT - 8, y(y) + 4, "end", 12, INK, Prints.number(y));
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", 13, INK, "devices");
        svg.text(8, TOP - 14, "start", 13, INK, chart.yLabel());
    }

    private void legend(int row, String colour, String name) {
        double y = TOP + 14 + row * LEGEND;
        svg.line(LEFT + 12, y - 4, LEFT + 36, y - 4, colour, false);
        svg.text(LEFT + 42, y, "start", 12, INK, name);
    }

    /** Points up to where the curve leaves the picture. */
    private double[] points(Chart.Line line) {
        return line.points().stream()
                .takeWhile(p -> p.y() <= chart.yMost())
                .flatMap(p -> java.util.stream.Stream.of(x(p.devices()), y(p.y())))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private double x(double devices) {
        return LEFT + log2(devices) / doublings * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - value / chart.yMost() * (HEIGHT - TOP - BOTTOM);
    }

    /** A distance between grid lines of 1, 2 or 5 times a power of ten, giving at most ten of them. */
    static double step(double most) {
        double step = Math.pow(10, Math.floor(Math.log10(most / 10)));
        return most / step <= 10 ? step : most / step <= 20 ? 2 * step : most / step <= 50 ? 5 * step : 10 * step;
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
