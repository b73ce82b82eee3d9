package dev.trainwright.input;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The kinds of values that files are made of. */
public final class Kinds {

    private Kinds() {}

    /** A whole number from {@code min} to {@code max}; {@code noun} is what it counts, in the plural. */
    public static Kind<Long> whole(String noun, long min, long max) {
        return new WholeKind(noun, min, max);
    }

    /** A whole number from {@code min} up. */
    public static Kind<Long> whole(String noun, long min) {
        return whole(noun, min, Long.MAX_VALUE);
    }

    /** A whole number from {@code min} to {@code max} that an int holds. */
    public static Kind<Integer> integer(String noun, int min, int max) {
        return whole(noun, min, max).map(Math::toIntExact);
    }

    /** A whole number from {@code min} up that an int holds. */
    public static Kind<Integer> integer(String noun, int min) {
        return integer(noun, min, Integer.MAX_VALUE);
    }

    /** A quantity greater than zero, in the base unit of {@code dimension}. */
    public static Kind<Double> positive(Dimension dimension) {
        return new QuantityKind(dimension, Double.MIN_NORMAL, Double.MAX_VALUE);
    }

    /** A quantity of zero or more. */
    public static Kind<Double> nonNegative(Dimension dimension) {
        return new QuantityKind(dimension, 0, Double.MAX_VALUE);
    }

    /** A ratio from {@code min} to {@code max}, plain or in percent. */
    public static Kind<Double> ratio(double min, double max) {
        return new QuantityKind(Dimension.RATIO, min, max);
    }

    /** A price of one hour in any currency. */
    public static Kind<Price> price() {
        return new PriceKind();
    }

    /** A text of at least one character; {@code noun} says what it is, with its article. */
    public static Kind<String> text(String noun) {
        return new TextKind(noun);
    }

    /** A path, taken relative to the file that it is written in. */
    public static Kind<Path> path(String noun) {
        return new PathKind(noun);
    }

    /** {@code true} or {@code false}. */
    public static Kind<Boolean> flag() {
        return new ChoiceKind<>(Map.of("true", true, "false", false), true);
    }

    /** One of the names, in the order given. */
    public static <T> Kind<T> choice(Map<String, T> names) {
        return new ChoiceKind<>(names, false);
    }

    /** One of an enum's constants, written in lower case with hyphens. */
    public static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
        Map<String, E> names = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants())
                .forEach(e -> names.put(e.name().toLowerCase(Locale.ROOT).replace('_', '-'), e));
        return choice(names);
    }

    /** A list of at least {@code min} values. */
    public static <T> Kind<List<T>> list(Kind<T> item, int min) {
        return new ListKind<>(item, min);
    }

    /** A single value of one kind, or a mapping or list of another. */
    public static <T> Kind<T> scalarOr(Kind<T> scalar, Kind<T> structure) {
        return new EitherKind<>(scalar, structure);
    }

    /** A mapping of the shape whose telling key it has, else of {@code otherwise}. */
    public static <T> Kind<T> keyed(Map<String, Shape<T>> shapes, Shape<T> otherwise) {
        return new KeyedKind<>(shapes, otherwise);
    }

    /** An object in place, or the path of a file that holds it. */
    public static <T> Kind<T> inlineOrFile(Kind<T> shape, String noun) {
        return scalarOr(new FileKind<>(shape, noun), shape);
    }

    /** Resolves {@code text} against the folder of the file in which it stands. */
    static Path resolve(Place place, String text) {
        try {
            return Path.of(place.file()).resolveSibling(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("expected a path", e);
        }
    }
}
