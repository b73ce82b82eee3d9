package dev.trainwright.app.picture;

import java.util.List;
import java.util.stream.Stream;

/**
 * Curves over the number of devices, whose axis is logarithmic.
 *
 * @param title above it
 * @param yLabel what the curves show
 * @param yMost top of the picture; what lies above is cut off
 * @param lines the curves
 * @param levels values that curves approach
 * @param marks single points
 */
public record Chart(String title, String yLabel, double yMost, List<Line> lines, List<Level> levels, List<Mark> marks) {

    public Chart {
        lines = List.copyOf(lines);
        levels = List.copyOf(levels);
        marks = List.copyOf(marks);
    }

    /**
     * A curve.
     *
     * @param name in the legend
     * @param symbol one character, for the terminal
     * @param points from left to right
     */
    public record Line(String name, char symbol, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * A point of a curve.
     *
     * @param devices at least 1
     * @param y its value
     */
    public record Point(double devices, double y) {}

    /**
     * A value that curves approach.
     *
     * @param name in the legend
     * @param y the value
     */
    public record Level(String name, double y) {}

    /**
     * A single point.
     *
     * @param name beside it
     * @param symbol one character, for the terminal
     * @param point where
     */
    public record Mark(String name, char symbol, Point point) {}

    /** The largest number of devices. */
    double devicesMost() {
        return Stream.concat(
                        lines.stream().flatMap(l -> l.points().stream()),
                        marks.stream().map(Mark::point))
                .mapToDouble(Point::devices)
                .max()
                .orElse(1);
    }
}
