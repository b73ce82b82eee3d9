package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.app.picture.Svg;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.plan.Plan;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.Arrays;
import java.util.List;

/** The ranked plans as SVG: a bar of each iteration by its terms, and of the memory that its fullest device holds. */
public final class PlanSvg {
    private static final int WIDTH = 1200;
    private static final int LABELS = 430;
    private static final int TIMES = 460;
    private static final int MEMORY_LEFT = LABELS + TIMES + 90;
    private static final int MEMORY = WIDTH - MEMORY_LEFT - 80;
    private static final int TOP = 90;
    private static final int ROW = 26;
    private static final int LEGEND_COLUMNS = 5;
    private static final int LEGEND_COLUMN = 220;
    private static final String INK = "#333333";
    private static final String GREY = "#dddddd";

    private PlanSvg() {}

    /** The plans as an SVG document. */
    public static String of(Plan plan) {
        List<Forecast> plans = plan.plans();
        List<Term> terms = Arrays.stream(Term.values())
                .filter(t -> plans.stream().anyMatch(f -> f.terms().getOrDefault(t, 0.0) > 0))
                .toList();
        int legendRows = (terms.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
        Svg svg = new Svg(WIDTH, TOP + plans.size() * ROW + 30 + legendRows * 20);
        svg.text(20, 30, "start", 17, INK, plan.job().name() + ": best by " + Spelling.of(plan.by()));
        svg.text(LABELS, 66, "start", 13, INK, "iteration by term");
        svg.text(MEMORY_LEFT, 66, "start", 13, INK, "memory of the fullest device");
        double slowest =
                plans.stream().mapToDouble(Forecast::iterationSeconds).max().orElse(1);
        for (int i = 0; i < plans.size(); i++) {
            row(svg, TOP + i * ROW, i + 1, plans.get(i), terms, TIMES / slowest);
        }
        for (int i = 0; i < terms.size(); i++) {
            double x = 20 + i % LEGEND_COLUMNS * LEGEND_COLUMN;
            int row = i / LEGEND_COLUMNS;
            double y = TOP + plans.size() * ROW + 20 + 20.0 * row;
            svg.rect(x, y, 12, 12, colour(terms.get(i)), "");
            svg.text(x + 18, y + 11, "start", 12, INK, terms.get(i).label());
        }
        return svg.toString();
    }

    private static void row(Svg svg, double y, int rank, Forecast f, List<Term> terms, double scale) {
        svg.text(LABELS - 10, y + 16, "end", 12, INK, rank + ".  " + LayoutWords.brief(f.layout()));
        double x = LABELS;
        for (Term term : terms) {
            double seconds = f.terms().getOrDefault(term, 0.0);
            svg.rect(x, y + 3, seconds * scale, ROW - 8, colour(term), term.label() + " " + PlanTable.seconds(seconds));
            x += seconds * scale;
        }
        svg.text(x + 6, y + 16, "start", 12, INK, PlanTable.seconds(f.iterationSeconds()));
        double resident = f.memory().residentBytes();
        double share = Math.min(1, resident / f.memory().deviceBytes());
        svg.rect(MEMORY_LEFT, y + 3, MEMORY, ROW - 8, GREY, "");
        svg.rect(MEMORY_LEFT, y + 3, MEMORY * share, ROW - 8, "#1f6fb4", "");
        svg.text(MEMORY_LEFT + MEMORY + 6, y + 16, "start", 12, INK, Prints.print(Dimension.BYTES, resident));
    }

    /** Compute is blue, communication orange to red, waiting grey, the rest green. */
    private static String colour(Term term) {
        int shade = term.ordinal();
        return switch (term.group()) {
            case "compute" -> "hsl(210,60%," + (38 + 12 * shade) + "%)";
            case "communication" -> "hsl(" + (8 * (shade - 2)) + ",75%,52%)";
            case "bubble", "straggler" -> "hsl(0,0%," + (30 + 4 * shade) + "%)";
            default -> "hsl(150,40%," + (4 * shade) + "%)";
        };
    }
}
