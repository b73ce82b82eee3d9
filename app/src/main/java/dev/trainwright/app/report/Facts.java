package dev.trainwright.app.report;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The figures of one thing, a line each, or below their names where the page is too narrow. Unknown ones are left out of the text and null in JSON.
 *
 * @param key the object that holds them in JSON; empty for the report's own
 * @param heading above the lines; empty for none
 */
public record Facts<T>(String key, String heading, T row, List<Metric<T>> metrics) implements Part {
    public Facts {
        metrics = List.copyOf(metrics);
    }

    @Override
    public void print(Page page) {
        List<Metric<T>> known =
                metrics.stream().filter(metric -> metric.raw(row) != null).toList();
        if (known.isEmpty()) {
            return;
        }
        page.heading(heading);
        int label = known.stream().mapToInt(m -> m.label().length()).max().orElse(0);
        int room = page.width() - label - 4;
        boolean beside = known.stream()
                .flatMap(metric -> Stream.of(metric.shown(row).split(" ", -1)))
                .allMatch(word -> word.length() <= room);
        for (Metric<T> metric : known) {
            if (beside) {
                page.paragraph("  " + Table.pad(metric.label(), label) + "  ", metric.shown(row));
            } else {
                page.paragraph("  ", metric.label());
                page.paragraph("    ", metric.shown(row));
            }
        }
    }

    @Override
    public void write(ObjectNode object) {
        Json.putAll(key.isEmpty() ? object : object.putObject(key), row, metrics);
    }
}
