package dev.trainwright.app.report;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Reconcile;
import dev.trainwright.quantity.Unit;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A total by its parts, each with its share and a bar. The printed digits of parts and shares add up to the printed total; parts that are zero are left out of the
 * text.
 *
 * @param key the object that holds the parts in JSON, in base units
 * @param heading above the parts
 * @param units what the total may be printed in, smallest first; all parts are printed in the one that suits it
 */
public record Breakdown(String key, String heading, List<Unit> units, List<Item> parts) implements Part {
    private static final int DIGITS = 4;
    private static final int LONGEST_BAR = 40;

    public Breakdown {
        units = List.copyOf(units);
        parts = List.copyOf(parts);
    }

    /**
     * One part.
     *
     * @param key its name in JSON
     * @param label its name for people
     * @param value in the base unit, zero or more
     */
    public record Item(String key, String label, double value) {}

    /** The units of {@code dimension} with these symbols. */
    public static List<Unit> units(Dimension dimension, String... symbols) {
        return dimension.units().stream()
                .filter(unit -> List.of(symbols).contains(unit.symbol()))
                .sorted(Comparator.comparing(Unit::factor))
                .toList();
    }

    @Override
    public void print(Page page) {
        List<Item> shown = parts.stream().filter(part -> part.value() > 0).toList();
        double total = shown.stream().mapToDouble(Item::value).sum();
        if (total <= 0) {
            return;
        }
        Unit unit = unit(total);
        double factor = unit.factor().doubleValue();
        int decimals = Math.max(0, DIGITS - 1 - (int) Math.floor(Math.log10(total / factor)));
        List<BigDecimal> values = rounded(shown, total / factor, factor, decimals);
        List<BigDecimal> shares = rounded(shown, 100, total / 100, 1);
        BigDecimal sum = values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        int labels =
                shown.stream().mapToInt(part -> part.label().length()).max().orElse(0);
        int digits = sum.toPlainString().length();
        int room = Math.min(
                LONGEST_BAR,
                Math.max(10, page.width() - labels - digits - unit.symbol().length() - 16));
        page.heading(heading);
        for (int i = 0; i < shown.size(); i++) {
            String share = shares.get(i).toPlainString();
            String bar = "#".repeat((int) Math.round(shown.get(i).value() / total * room));
            page.line("  " + Table.pad(shown.get(i).label(), labels) + "  "
                    + left(values.get(i).toPlainString(), digits) + " " + unit.symbol() + "  " + left(share, 5) + " % |"
                    + bar);
        }
        page.line("  " + Table.pad("total", labels) + "  " + sum.toPlainString() + " " + unit.symbol());
    }

    @Override
    public void write(ObjectNode object) {
        ObjectNode nested = object.putObject(key);
        parts.forEach(part -> Json.put(nested, part.key(), part.value()));
    }

    private Unit unit(double total) {
        Unit best = units.get(0);
        for (Unit unit : units) {
            best = total >= unit.factor().doubleValue() ? unit : best;
        }
        return best;
    }

    private static List<BigDecimal> rounded(List<Item> items, double total, double factor, int decimals) {
        double[] values =
                items.stream().mapToDouble(item -> item.value() / factor).toArray();
        return Reconcile.round(total, values, decimals);
    }

    private static String left(String words, int width) {
        return " ".repeat(Math.max(0, width - words.length())) + words;
    }
}
