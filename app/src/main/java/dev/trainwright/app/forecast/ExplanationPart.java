package dev.trainwright.app.forecast;

import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Table;
import dev.trainwright.forecast.Explanation;
import dev.trainwright.forecast.Step;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The steps behind a forecast, numbered, each with formula, numbers, source and why. */
record ExplanationPart(Explanation explanation) implements Part {
    private static final List<Metric<Step>> FIELDS = List.of(
            Metric.text("key", "", Step::key),
            Metric.text("what", "", Step::what),
            Metric.text("formula", "", Step::formula),
            Metric.text("numbers", "", Step::numbers),
            Metric.number("value", "", Double::toString, Step::value),
            Metric.text("unit", "", step -> step.dimension().name().toLowerCase(Locale.ROOT)),
            Metric.text("shown", "", Step::shown),
            Metric.text("source", "", Step::source),
            Metric.text("why", "", Step::why));

    @Override
    public void print(Page page) {
        int number = 0;
        for (Explanation.Part part : explanation.parts()) {
            if (!part.steps().isEmpty()) {
                page.heading(part.heading());
            }
            for (Step step : part.steps()) {
                number++;
                print(page, "  %2d. ".formatted(number), step);
            }
        }
    }

    private static void print(Page page, String number, Step step) {
        String indent = " ".repeat(number.length());
        if (step.isClosed()) {
            boolean same = step.numbers().equals(step.formula());
            page.paragraph(number, step.what() + " = " + step.formula());
            page.paragraph(indent, "= " + (same ? "" : step.numbers() + " = ") + step.shown());
        } else {
            page.paragraph(number, step.what() + " = " + step.shown());
            page.paragraph(indent, step.formula().replaceFirst(":\\s*$", ""));
        }
        if (!step.operands().isEmpty()) {
            page.paragraph(indent + "with ", step.legend());
        }
        page.paragraph(indent + "why: ", step.why() + " (" + step.source() + ")");
    }

    @Override
    public void write(ObjectNode object) {
        new Table<>("steps", "", explanation.steps(), FIELDS).write(object);
    }
}
