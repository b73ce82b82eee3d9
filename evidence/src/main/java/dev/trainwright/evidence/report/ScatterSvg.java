package dev.trainwright.evidence.report;

import dev.trainwright.evidence.score.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Forecast over measured time, both axes logarithmic, the diagonal where they are equal and bands of 20 % beside it. */
public final class ScatterSvg {
    private static final int SIZE = 720;
    private static final int MARGIN = 64;
    private static final List<String> COLOURS = List.of(
            "#1b6ca8", "#d1495b", "#2e933c", "#8d5a97", "#e08e1b", "#3a9ea5", "#6b705c", "#b5179e", "#495057",
            "#7f5539");

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
        int index = 0;
        for (Map.Entry<String, List<Errors.Pair>> file : pairs.entrySet()) {
            if (!file.getValue().isEmpty()) {
                points(file.getKey(), file.getValue(), index++);
            }
        }
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

    private void points(String name, List<Errors.Pair> pairs, int index) {
        String colour = COLOURS.get(index % COLOURS.size());
        List<String> dots = new ArrayList<>();
        for (Errors.Pair pair : pairs) {
            dots.add(String.format(Locale.ROOT, "M%.1f %.1fh0", x(pair.measured()), y(pair.forecast())));
        }
        line(
                "<path d=\"%s\" stroke=\"%s\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-opacity=\"0.55\"/>",
                String.join("", dots), colour);
        int top = MARGIN + 8 + 16 * index;
        line(
                "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>",
                MARGIN + 12, top, colour, MARGIN + 22, top + 4, name);
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
