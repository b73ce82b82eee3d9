package dev.trainwright.input;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An object of a YAML or JSON file, declared once: its reading, its JSON Schema and its reference table come from here.
 *
 * @param name a unique name, the key of its JSON Schema definition
 * @param doc one sentence of documentation
 * @param fields every accepted key; any other is a problem
 * @param rules conditions between fields
 * @param build makes the value once every field and rule is right; an {@link IllegalArgumentException}'s message
 *     becomes a problem of the object, an {@link InputException}'s problems are taken over
 * @param <T> the type of the value
 */
public record Shape<T>(String name, String doc, List<Field<?>> fields, List<Rule> rules, Function<Values, T> build)
        implements Kind<T> {

    private static final int SHOWN = 3;

    public Shape {
        fields = List.copyOf(fields);
        rules = List.copyOf(rules);
    }

    @Override
    public Optional<T> read(Node node, Reading reading) {
        if (!(node instanceof Node.Mapping mapping)) {
            return reading.refuse(node, "expected " + accepted());
        }
        int before = reading.problems();
        Map<String, Object> values = new HashMap<>();
        new ShapeReader(this, mapping, reading).read(values);
        if (reading.problems() > before) {
            return Optional.empty();
        }
        Values complete = new Values(mapping, values);
        for (Rule rule : rules) {
            if (rule instanceof Rule.Check check) {
                check.problem().apply(complete).ifPresent(p -> reading.refuse(complete.place(check.at()), p));
            }
        }
        return reading.problems() > before ? Optional.empty() : built(complete, reading);
    }

    @Override
    public String accepted() {
        return "a mapping with keys such as "
                + fields.stream().limit(SHOWN).map(Field::name).collect(Collectors.joining(", "));
    }

    @Override
    public String markdown() {
        return "[" + name + "](#" + name.toLowerCase(Locale.ROOT) + ")";
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return schemas.reference(this);
    }

    @Override
    public Iterable<Shape<?>> shapes() {
        return List.of(this);
    }

    private Optional<T> built(Values values, Reading reading) {
        try {
            return Optional.of(build.apply(values));
        } catch (InputException e) {
            return reading.refuse(e);
        } catch (IllegalArgumentException e) {
            return reading.refuse(values.place(), String.valueOf(e.getMessage()));
        }
    }
}
