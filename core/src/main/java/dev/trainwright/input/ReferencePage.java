package dev.trainwright.input;

import dev.trainwright.quantity.Dimension;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the field tables of a {@link Shape}, and of every shape inside it, as Markdown. */
public final class ReferencePage {

    private ReferencePage() {}

    /** One section a shape, each with a table of its keys and its rules. */
    public static String of(Shape<?> root) {
        Set<Shape<?>> shapes = new LinkedHashSet<>();
        collect(root, shapes);
        StringBuilder page = new StringBuilder();
        shapes.forEach(shape -> section(shape, page));
        return page.toString();
    }

    /** A table of every dimension with its units. */
    public static String units() {
        StringBuilder table = new StringBuilder("| what | units | example |\n|---|---|---|\n");
        for (Dimension dimension : Dimension.values()) {
            String units = dimension.units().stream()
                    .map(unit -> unit.symbol().isEmpty() ? "none" : '`' + unit.symbol() + '`')
                    .collect(Collectors.joining(", "));
            String name = dimension.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            table.append("| ").append(name).append(" | ").append(units).append(" | `");
            table.append(dimension.example()).append("` |\n");
        }
        return table.toString();
    }

    private static void collect(Shape<?> shape, Set<Shape<?>> shapes) {
        if (shapes.add(shape)) {
            shape.fields().forEach(field -> field.kind().shapes().forEach(inner -> collect(inner, shapes)));
        }
    }

    private static void section(Shape<?> shape, StringBuilder page) {
        page.append("### ")
                .append(shape.name())
                .append("\n\n")
                .append(shape.doc())
                .append("\n\n");
        page.append("| key | value | when absent | meaning | example |\n|---|---|---|---|---|\n");
        for (Field<?> field : shape.fields()) {
            page.append("| `").append(field.name()).append("` | ");
            page.append(cell(field.kind().markdown())).append(" | ");
            page.append(cell(absence(field.absence()))).append(" | ");
            page.append(cell(field.doc())).append(" | `");
            page.append(cell(field.example())).append("` |\n");
        }
        page.append('\n');
        shape.rules().forEach(rule -> page.append("- ").append(rule.doc()).append(".\n"));
        page.append(shape.rules().isEmpty() ? "" : "\n");
    }

    private static String absence(Field.Absence absence) {
        if (absence instanceof Field.Absence.Default otherwise) {
            return "`" + otherwise.value() + "`: " + otherwise.why();
        }
        return absence instanceof Field.Absence.Meaning meaning ? meaning.meaning() : "required";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
