package dev.trainwright.app.picture;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** A small writer of SVG: elements in the order they are drawn, text escaped, numbers with two decimals at most. */
public final class Svg {
    private final StringBuilder elements = new StringBuilder();
    private final int width;
    private final int height;

    /** An empty picture on white. */
    public Svg(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** A filled rectangle; a title shows when the mouse rests on it, empty for none. */
    public Svg rect(double x, double y, double w, double h, String fill, String title) {
        open("rect")
                .number("x", x)
                .number("y", y)
                .number("width", w)
                .number("height", h)
                .word("fill", fill);
        return title.isEmpty() ? close() : titled("rect", title);
    }

    /** A straight line. */
    public Svg line(double x1, double y1, double x2, double y2, String stroke, boolean dashed) {
        open("line")
                .number("x1", x1)
                .number("y1", y1)
                .number("x2", x2)
                .number("y2", y2)
                .word("stroke", stroke);
        return (dashed ? word("stroke-dasharray", "5 4") : this).close();
    }

    /** A line through points: x and y in turn. */
    public Svg polyline(double[] points, String stroke) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i + 1 < points.length; i += 2) {
            list.append(i == 0 ? "" : " ").append(shown(points[i])).append(',').append(shown(points[i + 1]));
        }
        return open("polyline")
                .word("points", list.toString())
                .word("fill", "none")
                .word("stroke", stroke)
                .word("stroke-width", "2")
                .close();
    }

    /** A filled circle whose title shows when the mouse rests on it. */
    public Svg circle(double x, double y, double radius, String fill, String title) {
        open("circle").number("cx", x).number("cy", y).number("r", radius).word("fill", fill);
        return titled("circle", title);
    }

    /** Words; {@code anchor} is start, middle or end. */
    public Svg text(double x, double y, String anchor, int size, String fill, String words) {
        open("text").number("x", x).number("y", y).word("text-anchor", anchor);
        word("font-size", Integer.toString(size)).word("fill", fill);
        elements.append('>').append(escaped(words)).append("</text>\n");
        return this;
    }

    /** The whole document. */
    @Override
    public String toString() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        .formatted(width, height, width, height)
                + " font-family=\"sans-serif\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + elements + "</svg>\n";
    }

    private Svg open(String name) {
        elements.append('<').append(name);
        return this;
    }

    private Svg close() {
        elements.append("/>\n");
        return this;
    }

    private Svg titled(String name, String title) {
        elements.append("><title>")
                .append(escaped(title))
                .append("</title></")
                .append(name)
                .append(">\n");
        return this;
    }

    private Svg number(String name, double value) {
        return word(name, shown(value));
    }

    private Svg word(String name, String value) {
        elements.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
        return this;
    }

    private static String shown(double value) {
        return new BigDecimal(value)
                .setScale(2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
