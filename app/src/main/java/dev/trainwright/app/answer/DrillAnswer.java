package dev.trainwright.app.answer;

import dev.trainwright.app.picture.Curves;
import dev.trainwright.app.picture.Plot;
import dev.trainwright.app.report.Bars;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Section;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.drill.Beyond;
import dev.trainwright.drill.Cell;
import dev.trainwright.drill.Check;
import dev.trainwright.drill.Figure;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Spine;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Worked examples: forecast, steps with their why, verification, and where the simple answer stops. */
public final class DrillAnswer {
    private static final List<Metric<Check>> CHECKS = List.of(
            Metric.text("how", "check", Check::how),
            Metric.text("comparison", "", Check::shown),
            Metric.flag("holds", "holds", Check::holds));

    private static final Metric<Spine.Point> DEVICES =
            Metric.of("devices", "devices", Dimension.COUNT, Spine.Point::devices);
    private static final Metric<Spine.Point> SPEEDUP =
            Metric.of("speedup", "speedup", Dimension.FACTOR, Spine.Point::speedup);

    /** The cells that one picture of speedup shows. */
    private static final String CURVE = "ABCD";

    private DrillAnswer() {}

    /** The cells, in JSON under {@code cells} by their letter. */
    public static Report of(List<Cell> cells) {
        Report all = Report.of(new Section(
                "cells", "", new Report(cells.stream().map(DrillAnswer::section).toList())));
        return cells.stream().anyMatch(cell -> CURVE.contains(cell.id())) ? all.and(new Plot(Curves.cells())) : all;
    }

    private static Part section(Cell cell) {
        List<Part> parts = new ArrayList<>(List.of(
                new Hidden("title", cell.title()),
                new Sentence("trap", "Tests: ", cell.trap()),
                new Sentence("question", "Question: ", cell.question()),
                new Sentence("forecast", "Forecast: ", cell.forecast()),
                new Figures("given", "Given", cell.given()),
                new Steps("steps", "Steps", cell.steps()),
                new Table<>("checks", "Verify", cell.checks(), CHECKS),
                new Hidden("verified", cell.verified()),
                new Figures("answer", "Answer", cell.answer()),
                new Sentence("conclusion", "  ", cell.conclusion())));
        if (!cell.curve().isEmpty()) {
            parts.add(new Hidden("curve", cell.curve()));
            parts.add(new Bars<>("Speedup by devices", cell.curve(), DEVICES, Spine.Point::speedup, SPEEDUP));
        }
        parts.add(new Beyonds(cell.beyond()));
        return new Section(cell.id(), "Cell " + cell.id() + ": " + cell.title(), new Report(parts));
    }

    /** Named numbers: in JSON an object of their values. */
    private record Figures(String key, String heading, List<Figure> figures) implements Part {
        @Override
        public void print(Page page) {
            page.heading(heading);
            int label = figures.stream().mapToInt(f -> f.label().length()).max().orElse(0);
            figures.forEach(f ->
                    page.line("  " + f.label() + " ".repeat(label - f.label().length()) + "  " + f.shown()));
        }

        @Override
        public void write(ObjectNode object) {
            ObjectNode values = object.putObject(key);
            figures.forEach(f -> values.put(f.key(), f.value()));
        }
    }

    private record Beyonds(List<Beyond> notes) implements Part {
        @Override
        public void print(Page page) {
            page.heading("Where the simple answer stops");
            for (Beyond note : notes) {
                page.paragraph("  - ", note.words());
                for (var step : note.steps()) {
                    page.paragraph(
                            "      ",
                            step.what() + ": " + step.formula() + " = " + step.shown() + " (" + step.why() + ")");
                }
            }
        }

        @Override
        public void write(ObjectNode object) {
            var array = object.putArray("beyond");
            for (Beyond note : notes) {
                ObjectNode entry = array.addObject();
                entry.put("words", note.words());
                new Steps("steps", "", note.steps()).write(entry);
            }
        }
    }
}
