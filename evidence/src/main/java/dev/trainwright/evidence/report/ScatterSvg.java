package dev.trainwright.evidence.report;

import dev.trainwright.evidence.score.Errors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Forecast over measured time, both axes logarithmic, the diagonal where they are equal and bands of 20 % beside it. */
public final class ScatterSvg {
    private static final int SIZE = 720;
    private static final int MARGIN = 64;
    /** Told apart with any colour vision on white (Okabe and Ito 2008, without yellow). */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9");

    /** Circle, triangle, square, cross, diamond about the origin: as many as have no factor in common with the colours, so that each of 35 files has a pair of its own. */
    private static final List<String> SHAPES = List.of(
            "M-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z",
            "M0 -3L3 2.5H-3z",
            "M-2.3 -2.3H2.3V2.3H-2.3z",
            "M-2.5 -2.5L2.5 2.5M-2.5 2.5L2.5 -2.5",
            "M0 -3.3L3.3 0L0 3.3L-3.3 0z");

    private final double low;
    private final double high;
    private final StringBuilder svg = new StringBuilder();

    private ScatterSvg(double low, double high) {
        this.low = low;
        this.high = high;
    }

    /** The plot of {@code pairs} in seconds, by the file that they come from. */
    public static String of(Map<String, List<Errors.Pair>> pairs) {
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (List<Errors.Pair> file : pairs.values()) {
            for (Errors.Pair pair : file) {
                low = Math.min(low, Math.min(pair.forecast(), pair.measured()));
                high = Math.max(high, Math.max(pair.forecast(), pair.measured()));
            }
        }
        return new ScatterSvg(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))).draw(pairs);
    }

    private String draw(Map<String, List<Errors.Pair>> pairs) {
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
                SIZE, SIZE);
        line("<title>Forecast over measured iteration time</title>");
        line("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", SIZE, SIZE);
        axes();
        diagonal(1, "#888", "");
        diagonal(1.2, "#ccc", " stroke-dasharray=\"4 4\"");
        diagonal(1 / 1.2, "#ccc", " stroke-dasharray=\"4 4\"");
        List<String> files = pairs.keySet().stream()
                .filter(file -> !pairs.getOrDefault(file, List.of()).isEmpty())
                .toList();
        files.forEach(file -> legend(file, files.indexOf(file)));
        // Few points over many.
        files.stream()
                .sorted(Comparator.comparingInt(
                        file -> -pairs.getOrDefault(file, List.of()).size()))
                .forEach(file -> points(pairs.getOrDefault(file, List.of()), files.indexOf(file)));
        line("</svg>");
        return svg.toString();
    }

    private void axes() {
        for (double power = low; power <= high; power++) {
            double at = x(Math.pow(10, power));
            double up = y(Math.pow(10, power));
            line("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#eee\"/>", at, MARGIN, at, SIZE - MARGIN);
            line("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#eee\"/>", MARGIN, up, SIZE - MARGIN, up);
            String label = power < 0
                    ? String.format(Locale.ROOT, "%.0f ms", 1e3 * Math.pow(10, power))
                    : String.format(Locale.ROOT, "%.0f s", Math.pow(10, power));
            line("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", at, SIZE - MARGIN + 18, label);
            line("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", MARGIN - 6, up + 4, label);
        }
        line("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">measured</text>", SIZE / 2, SIZE - 16);
        line(
                "<text x=\"18\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\">forecast</text>",
                SIZE / 2, SIZE / 2);
    }

    private void diagonal(double factor, String colour, String style) {
        double start = Math.pow(10, low);
        double end = Math.pow(10, high);
        double from = factor > 1 ? start : start / factor;
        double to = factor > 1 ? end / factor : end;
        line(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>",
                x(from), y(from * factor), x(to), y(to * factor), colour, style);
    }

    /** The mark of the file and its name. */
    private void legend(String name, int index) {
        String colour = COLOURS.get(index % COLOURS.size());
        line(
                "<marker id=\"m%d\" viewBox=\"-4 -4 8 8\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\">"
                        + "<path d=\"%s\" fill=\"%s\" fill-opacity=\"0.35\" stroke=\"%s\" stroke-opacity=\"0.8\"/></marker>",
                index, SHAPES.get(index % SHAPES.size()), colour, colour);
        int top = MARGIN + 8 + 16 * index;
        marks(String.format(Locale.ROOT, "M%d %d", MARGIN + 12, top), index);
        line("<text x=\"%d\" y=\"%d\">%s</text>", MARGIN + 22, top + 4, name);
    }

    private void points(List<Errors.Pair> pairs, int index) {
        List<String> places = new ArrayList<>();
        for (Errors.Pair pair : pairs) {
            places.add(String.format(Locale.ROOT, "%.1f %.1f", x(pair.measured()), y(pair.forecast())));
        }
        marks("M" + String.join(" ", places), index);
    }

    /** The mark of the file at each point of {@code path}. */
    private void marks(String path, int index) {
        line(
                "<path d=\"%s\" fill=\"none\" marker-start=\"url(#m%d)\" marker-mid=\"url(#m%d)\" marker-end=\"url(#m%d)\"/>",
                path, index, index, index);
    }

    private double x(double seconds) {
        return MARGIN + (Math.log10(seconds) - low) / (high - low) * (SIZE - 2 * MARGIN);
    }

    private double y(double seconds) {
        return SIZE - MARGIN - (Math.log10(seconds) - low) / (high - low) * (SIZE - 2 * MARGIN);
    }

    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
