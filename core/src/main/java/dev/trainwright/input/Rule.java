package dev.trainwright.input;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A condition between the fields of a {@link Shape}. */
public sealed interface Rule {

    /** The condition in one sentence, for errors and the reference. */
    String doc();

    /** Of these fields exactly one is given, or, if {@code optional}, at most one. */
    record OneOf(List<Field<?>> fields, boolean optional) implements Rule {

        public OneOf {
            fields = List.copyOf(fields);
        }

        @Override
        public String doc() {
            return (optional ? "at most" : "exactly") + " one of " + names(fields, " or ");
        }
    }

    /** Where {@code field} is given, the others are given too. */
    record Needs(Field<?> field, List<Field<?>> others) implements Rule {

        public Needs {
            others = List.copyOf(others);
        }

        @Override
        public String doc() {
            return field.name() + " needs " + names(others, " and ");
        }
    }

    /**
     * Any other condition on values that are each right.
     *
     * @param at the field whose line an error names
     * @param problem the error message for values that break it
     */
    record Check(Field<?> at, String doc, Function<Values, Optional<String>> problem) implements Rule {}

    /** Exactly one of {@code fields}. */
    static Rule exactlyOne(Field<?>... fields) {
        return new OneOf(List.of(fields), false);
    }

    /** At most one of {@code fields}. */
    static Rule atMostOne(Field<?>... fields) {
        return new OneOf(List.of(fields), true);
    }

    /** {@code field} needs all of {@code others}. */
    static Rule needs(Field<?> field, Field<?>... others) {
        return new Needs(field, List.of(others));
    }

    private static String names(List<Field<?>> fields, String last) {
        List<String> names = fields.stream().map(Field::name).toList();
        int n = names.size() - 1;
        return n < 1 ? names.get(0) : names.stream().limit(n).collect(Collectors.joining(", ")) + last + names.get(n);
    }
}
