package dev.trainwright.app.report;

import dev.trainwright.spine.Step;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * A derivation, numbered, each step with its why.
 *
 * @param key the array in JSON
 * @param heading above the steps; empty for none
 */
public record Steps(String key, String heading, List<Step> steps) implements Part {
    private static final List<Metric<Step>> FIELDS = List.of(
            Metric.text("what", "", Step::what),
            Metric.text("formula", "", Step::formula),
            Metric.number("value", "", Double::toString, Step::value),
            Metric.text("unit", "", step -> step.dimension().name().toLowerCase(Locale.ROOT)),
            Metric.text("shown", "", Step::shown),
            Metric.text("why", "", Step::why));

    public Steps {
        steps = List.copyOf(steps);
    }

    @Override
    public void print(Page page) {
        if (steps.isEmpty()) {
            return;
        }
        page.heading(heading);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            String number = "  %d. ".formatted(i + 1);
            page.paragraph(number, step.what() + ": " + step.formula() + " = " + step.shown());
            page.paragraph(" ".repeat(number.length()) + "why: ", step.why());
        }
    }

    @Override
    public void write(ObjectNode object) {
        new Table<>(key, heading, steps, FIELDS).write(object);
    }
}
