package dev.trainwright.input;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the fields of one object and records every problem with them. */
final class ShapeReader {

    private final Shape<?> shape;
    private final Node.Mapping mapping;
    private final Reading reading;

    ShapeReader(Shape<?> shape, Node.Mapping mapping, Reading reading) {
        this.shape = shape;
        this.mapping = mapping;
        this.reading = reading;
    }

    void read(Map<String, Object> values) {
        mapping.entries().forEach(this::refuseUnknown);
        shape.fields().forEach(field -> read(field, values));
        shape.rules().forEach(this::check);
    }

    private void refuseUnknown(String key, Node.Entry entry) {
        List<String> known = shape.fields().stream().map(Field::name).toList();
        if (!known.contains(key)) {
            String hint = Nearest.to(key, known)
                    .map(name -> "did you mean " + name + "?")
                    .orElseGet(() -> "accepted are " + String.join(", ", known));
            reading.refuse(entry.keyPlace(), "unknown key; " + hint);
        }
    }

    private <T> void read(Field<T> field, Map<String, Object> values) {
        Optional<Node> given = given(field).map(Node.Entry::value);
        if (given.isPresent()) {
            read(field, given.get(), values);
        } else if (field.absence() instanceof Field.Absence.Default otherwise) {
            values.put(field.name(), defaultOf(field, otherwise));
            reading.assume(mapping.place(), field, otherwise.value(), otherwise.why());
        } else if (field.absence() instanceof Field.Absence.Refused) {
            reading.refuse(
                    mapping.place().child(field.name()),
                    "missing; expected " + field.kind().accepted());
        }
    }

    private <T> void read(Field<T> field, Node value, Map<String, Object> values) {
        if (isNull(value)) {
            reading.refuse(value, "expected " + field.kind().accepted() + "; leave the key out if there is none");
        } else {
            field.kind().read(value, reading).ifPresent(v -> values.put(field.name(), v));
        }
    }

    private void check(Rule rule) {
        if (rule instanceof Rule.OneOf oneOf) {
            checkOneOf(oneOf);
        } else if (rule instanceof Rule.Needs needs) {
            given(needs.field())
                    .ifPresent(entry -> needs.others().stream()
                            .filter(other -> given(other).isEmpty())
                            .forEach(other -> reading.refuse(
                                    entry.keyPlace(), needs.doc() + "; " + other.name() + " is missing")));
        }
    }

    private void checkOneOf(Rule.OneOf rule) {
        List<Field<?>> given =
                rule.fields().stream().filter(f -> given(f).isPresent()).toList();
        if (given.isEmpty() && !rule.optional()) {
            reading.refuse(mapping.place(), "expected " + rule.doc());
        }
        if (given.size() > 1) {
            String found = given.stream().map(Field::name).collect(Collectors.joining(" and "));
            given(given.get(1))
                    .ifPresent(
                            entry -> reading.refuse(entry.keyPlace(), "expected " + rule.doc() + ", found " + found));
        }
    }

    private Optional<Node.Entry> given(Field<?> field) {
        return mapping.entry(field.name()).filter(entry -> !(field.nullable() && isNull(entry.value())));
    }

    private static boolean isNull(Node node) {
        return node instanceof Node.Scalar scalar && scalar.type() == Node.Type.NULL;
    }

    private static <T> T defaultOf(Field<T> field, Field.Absence.Default otherwise) {
        Node value = Trees.parse("the default of " + field.name(), otherwise.value(), Format.YAML);
        return Reading.tree(value, field.kind()).value();
    }
}
